import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ScrollTop } from './ScrollTop.tsx'
import { draw } from './testing/draw.tsx'

const button = () => page.getByRole('button').query()
/** What follows a scroll is drawn with the frame after its event. */
const scrolled = async (top: number) => {
  const heard = new Promise(done => addEventListener('scroll', done, { once: true }))
  scrollTo({ top, behavior: 'instant' })
  await heard
  await new Promise(requestAnimationFrame)
}

afterEach(() => scrollTo(0, 0))

test('comes when the page was scrolled by more than a head, leads to the top and goes', async () => {
  await draw(
    <div style={{ blockSize: 6000 }}>
      <ScrollTop />
    </div>,
  )
  expect(button()).toBeNull()
  await scrolled(130)
  expect(button()).toBeNull()
  await scrolled(4000)
  await page.getByRole('button', { name: 'Back to the top' }).click()
  await expect.poll(() => scrollY).toBe(0)
  await expect.poll(button).toBeNull()
  await scrolled(150)
  await expect.poll(button).not.toBeNull()
})
