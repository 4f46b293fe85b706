import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const bring = async (answers: object, now = Date.now()) => {
  document.body.innerHTML = `<script type="application/json" data-now="${now}" id="first-answers">${JSON.stringify(answers)}</script>`
  vi.resetModules()
  return (await import('./first-answers.ts')).takeFirstAnswer
}
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(500)
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

test('an answer that came with the page is taken once', async () => {
  const take = await bring({ '/events?page=1': { docs: [] } })
  expect(take('/events?page=2')).toBeUndefined()
  expect(take('/events?page=1')).toEqual({ docs: [] })
  expect(take('/events?page=1')).toBeUndefined()
  expect(document.getElementById('first-answers')).toBeNull()
})

test('an old one is not taken', async () => {
  const take = await bring({ '/events': { docs: [] } })
  vi.mocked(performance.now).mockReturnValue(10_001)
  expect(take('/events')).toBeUndefined()
})

test.each([
  [500, -3_600_000],
  [10_001, 0],
])('a page that was asked for %i ms ago says what time it is where the server is', async (since, ahead) => {
  vi.mocked(performance.now).mockReturnValue(since)
  const take = await bring({}, Date.now() - 3_600_000)
  take('/events')
  const { serverTime } = await import('../device/clock.ts')
  expect(Math.abs(serverTime() - Date.now() - ahead)).toBeLessThan(5_000)
})

test('a page without any is no fault', async () => {
  document.body.replaceChildren()
  vi.resetModules()
  expect((await import('./first-answers.ts')).takeFirstAnswer('/events')).toBeUndefined()
})

test('the page says once whether somebody is signed in', async () => {
  const { takePageSession } = await import('./first-answers.ts')
  const { dataset } = document.documentElement
  expect(takePageSession()).toBeUndefined()
  dataset.session = 'yes'
  expect([takePageSession(), takePageSession()]).toEqual([true, undefined])
  dataset.session = 'none'
  expect([takePageSession(), takePageSession()]).toEqual([false, undefined])
})
