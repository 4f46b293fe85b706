import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { Main } from '#web/ui/Main.tsx'
import { draw } from '#web/ui/testing/draw.tsx'
import { inRouter } from '#web/testing/in-router.tsx'
import { FeedWaiting } from './FeedWaiting.tsx'

const SLOW_LOADING_MS = 10_000

afterEach(() => {
  vi.restoreAllMocks()
})

test('what waits says so above itself, in the first screen; photos go from edge to edge', async () => {
  const view = await inRouter(
    <Main>
      <FeedWaiting />
    </Main>,
  )
  // the pauses of what waits are none
  const soon = window.setTimeout
  vi.spyOn(window, 'setTimeout').mockImplementation(((act: () => void, ms?: number) =>
    soon(act, ms === SLOW_LOADING_MS || ms === LOADING_DELAY_MS ? 0 : ms)) as typeof setTimeout)
  await draw(view)
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
