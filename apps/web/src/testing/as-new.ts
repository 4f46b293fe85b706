// A setup file: tests of several files run on one page, and each file finds it as a new one.
import { afterAll, beforeAll, vi } from 'vitest'
import { hearServerTime } from '#web/kernel/device/clock.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'

const FAR_MS = 3_600_000

beforeAll(() => {
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  for (const { id } of shownToasts()) closeToast(id)
  // seconds alone are not heard: first far away, and back
  for (const said of [FAR_MS, 0]) hearServerTime(Date.now() + said)
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
