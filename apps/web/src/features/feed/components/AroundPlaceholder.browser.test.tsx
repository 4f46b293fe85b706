import { expect, test } from 'vitest'
import { render } from '#web/ui/testing/render.tsx'
import { AroundPlaceholder } from './AroundPlaceholder.tsx'

test('the placeholder for the events around the viewer shows two visible bars, and its content fits into its height', async () => {
  await render(
    <section aria-label="head">
      <AroundPlaceholder />
    </section>,
  )
  const placeholder = document.querySelector('section > div')!
  const bar = (which: '::before' | '::after') => {
    const { blockSize, backgroundColor } = getComputedStyle(placeholder, which)
    return [parseFloat(blockSize) > 0, backgroundColor !== 'rgba(0, 0, 0, 0)']
  }
  expect(bar('::before')).toEqual([true, true])
  expect(bar('::after')).toEqual([true, true])
  expect(placeholder.scrollHeight).toBe(placeholder.clientHeight)
})
