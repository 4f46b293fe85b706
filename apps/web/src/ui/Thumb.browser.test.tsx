import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from './testing/draw.tsx'
import { Thumb } from './Thumb.tsx'

test('a picture that cannot be had leaves its place to a sign', async () => {
  await draw(
    <p>
      <Thumb uri="/media/nowhere">Its sign</Thumb>
    </p>,
  )
  await expect.element(page.getByText('Its sign')).toBeVisible()
  expect(document.querySelector('img[src^="/media/nowhere"]')).toBeNull()
})

test('without a sign it leaves nothing, and no mark of a browser either', async () => {
  await draw(
    <p>
      Words <Thumb uri="/media/nowhere" />
    </p>,
  )
  await expect.poll(() => document.querySelector('img[src^="/media/nowhere"]')).toBeNull()
})
