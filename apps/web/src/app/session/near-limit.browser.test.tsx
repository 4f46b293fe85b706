import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/ui/testing/render.tsx'
import { ToastRegion } from '#web/ui/Toast.tsx'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { warnNearLimit } from './near-limit.ts'

type NearLimit = { limit: string; used: number; most: number }
const subscriptions = new Map<string, { listener: (data: NearLimit) => void; isKnown: (data: object) => boolean }>()
vi.mock('#web/kernel/live/live.ts', () => ({
  live: {
    on: (name: string, listener: (data: NearLimit) => void, isKnown: (data: object) => boolean) =>
      subscriptions.set(name, { listener, isKnown }),
  },
}))

afterEach(() => {
  for (const { id } of shownToasts()) closeToast(id)
})

test('a member near a daily limit sees how much of the limit is used, in one toast per limit', async () => {
  await render(<ToastRegion />)
  warnNearLimit()
  const { listener, isKnown } = subscriptions.get('limit.near')!
  listener({ limit: 'posts', used: 80, most: 100 })
  await expect
    .element(page.getByText('You have published 80 of the 100 posts that one person may publish in a day.'))
    .toBeVisible()
  listener({ limit: 'text', used: 4_200_000, most: 5_000_000 })
  await expect.element(page.getByText('You have written 84% of what one person may write in a day.')).toBeVisible()
  listener({ limit: 'posts', used: 81, most: 100 })
  await expect
    .element(page.getByText('You have published 81 of the 100 posts that one person may publish in a day.'))
    .toBeVisible()
  expect(shownToasts()).toHaveLength(2)
  // A newer server may send a limit that this version does not know.
  expect([isKnown({ limit: 'songs', used: 1, most: 2 }), isKnown({ limit: 'posts', used: 1, most: 2 })]).toEqual([
    false,
    true,
  ])
})
