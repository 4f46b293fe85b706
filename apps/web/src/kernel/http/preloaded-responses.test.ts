import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const loadWith = async (answers: object, now = Date.now()) => {
  document.body.innerHTML = `<script type="application/json" data-now="${now}" id="first-answers">${JSON.stringify(answers)}</script>`
  vi.resetModules()
  return (await import('./preloaded-responses.ts')).takePreloadedResponse
}
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(500)
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

test('a preloaded response is returned once', async () => {
  const takeResponse = await loadWith({ '/events?page=1': { docs: [] } })
  expect(takeResponse('/events?page=2')).toBeUndefined()
  expect(takeResponse('/events?page=1')).toEqual({ docs: [] })
  expect(takeResponse('/events?page=1')).toBeUndefined()
  expect(document.getElementById('first-answers')).toBeNull()
})

test('a preloaded response that is too old is not returned', async () => {
  const takeResponse = await loadWith({ '/events': { docs: [] } })
  vi.mocked(performance.now).mockReturnValue(10_001)
  expect(takeResponse('/events')).toBeUndefined()
})

test.each([
  [500, -3_600_000],
  [10_001, 0],
])('the server’s time is synchronized only by a page that was requested recently: %i ms ago', async (since, ahead) => {
  vi.mocked(performance.now).mockReturnValue(since)
  const takeResponse = await loadWith({}, Date.now() - 3_600_000)
  takeResponse('/events')
  const { serverTime } = await import('../device/clock.ts')
  expect(Math.abs(serverTime() - Date.now() - ahead)).toBeLessThan(5_000)
})

test('takePreloadedResponse returns undefined on a page without preloaded responses', async () => {
  document.body.replaceChildren()
  vi.resetModules()
  expect((await import('./preloaded-responses.ts')).takePreloadedResponse('/events')).toBeUndefined()
})

test('takePageSession returns once whether the page was rendered for a signed-in user', async () => {
  const { takePageSession } = await import('./preloaded-responses.ts')
  const { dataset } = document.documentElement
  expect(takePageSession()).toBeUndefined()
  dataset.session = 'yes'
  expect([takePageSession(), takePageSession()]).toEqual([true, undefined])
  dataset.session = 'none'
  expect([takePageSession(), takePageSession()]).toEqual([false, undefined])
})
