import { expect, test } from 'vitest'
import { draw } from '#web/ui/testing/draw.tsx'
import { AroundKept } from './AroundKept.tsx'

test('the placeholder has the outline and the height of the section that replaces it', async () => {
  await draw(
    <section aria-label="head">
      <AroundKept />
    </section>,
  )
  const kept = document.querySelector('section > div')!
  const bar = (which: '::before' | '::after') => {
    const { blockSize, backgroundColor } = getComputedStyle(kept, which)
    return [parseFloat(blockSize) > 0, backgroundColor !== 'rgba(0, 0, 0, 0)']
  }
  expect(bar('::before')).toEqual([true, true])
  expect(bar('::after')).toEqual([true, true])
  expect(kept.scrollHeight).toBe(kept.clientHeight)
})
