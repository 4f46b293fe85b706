// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { createCounter } from '#web/kernel/counter.ts'
import { showOnApp } from './app-badge.ts'

const given = ['setAppBadge', 'clearAppBadge']
afterEach(() => {
  for (const name of given) Reflect.deleteProperty(navigator, name)
})

test('shows the unread count on the icon, and clears it at zero', () => {
  const onIcon: number[] = []
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void onIcon.push(count),
    clearAppBadge: async () => void onIcon.push(0),
  })
  const counter = createCounter()
  const stop = showOnApp(counter)
  for (const count of [1, 2, 0]) counter.set(count)
  stop()
  counter.set(5)
  expect(onIcon).toEqual([0, 1, 2, 0])
})

test('ignores a browser without badges or one that refuses', async () => {
  const counter = createCounter(1)
  showOnApp(counter)()
  Object.assign(navigator, { setAppBadge: vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no')) })
  expect(() => showOnApp(counter)()).not.toThrow()
})
