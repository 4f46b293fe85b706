import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from './testing/render.tsx'
import { Thumb } from './Thumb.tsx'

test('a thumbnail shows its fallback for a missing picture', async () => {
  await render(
    <p>
      <Thumb uri="/media/nowhere">Its sign</Thumb>
    </p>,
  )
  await expect.element(page.getByText('Its sign')).toBeVisible()
  expect(document.querySelector('img[src^="/media/nowhere"]')).toBeNull()
})

test('a thumbnail without a fallback shows nothing for a missing picture, not even the browser’s icon', async () => {
  await render(
    <p>
      Words <Thumb uri="/media/nowhere" />
    </p>,
  )
  await expect.poll(() => document.querySelector('img[src^="/media/nowhere"]')).toBeNull()
})
