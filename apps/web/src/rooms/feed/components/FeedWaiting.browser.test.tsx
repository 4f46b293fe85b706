import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Main } from '#web/ui/Main.tsx'
import { draw } from '#web/ui/testing/draw.tsx'
import { inRouter } from '#web/testing/in-router.tsx'
import { FeedWaiting } from './FeedWaiting.tsx'

afterEach(() => {
  vi.useRealTimers()
})

test('what waits says so above itself, in the first screen; photos go from edge to edge', async () => {
  const view = await inRouter(
    <Main>
      <FeedWaiting />
    </Main>,
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await draw(view)
  await vi.advanceTimersByTimeAsync(11_000)
  vi.useRealTimers()
  await expect.element(page.getByText('Still loading.')).toBeVisible()
  const { top, bottom } = page.getByText('Still loading.').element().getBoundingClientRect()
  const bones = [...document.querySelectorAll<HTMLElement>('main i[data-shape]')]
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(Math.min(...bones.map(bone => bone.getBoundingClientRect().top)))
  const insets = bones
    .filter(({ dataset }) => dataset.shape === 'photo')
    .map(bone => {
      let card = bone.parentElement!
      while (getComputedStyle(card).borderTopWidth === '0px') card = card.parentElement!
      const [inner, outer] = [bone.getBoundingClientRect(), card.getBoundingClientRect()]
      return Math.max(inner.left - outer.left - card.clientLeft, outer.right - card.clientLeft - inner.right)
    })
  expect(insets).toHaveLength(2)
  expect(Math.max(...insets)).toBeLessThan(1)
})
