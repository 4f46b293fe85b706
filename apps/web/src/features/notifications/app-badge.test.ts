// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { createObservable } from '#web/kernel/observable.ts'
import { showAppBadge } from './app-badge.ts'

const badgeMethods = ['setAppBadge', 'clearAppBadge']
afterEach(() => {
  for (const name of badgeMethods) Reflect.deleteProperty(navigator, name)
})

test('the app badge shows the unread count, and is cleared at zero', () => {
  const onIcon: number[] = []
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void onIcon.push(count),
    clearAppBadge: async () => void onIcon.push(0),
  })
  const counter = createObservable(0)
  const stop = showAppBadge(counter)
  for (const count of [1, 2, 0]) counter.set(count)
  stop()
  counter.set(5)
  expect(onIcon).toEqual([0, 1, 2, 0])
})

test('showAppBadge does not throw in a browser that has no app badges or refuses them', async () => {
  const counter = createObservable(1)
  showAppBadge(counter)()
  Object.assign(navigator, { setAppBadge: vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no')) })
  expect(() => showAppBadge(counter)()).not.toThrow()
})
