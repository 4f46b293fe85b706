import { listDeals } from '@parvis/contract/deals.ts'
import { getCommunity } from '@parvis/contract/community.ts'
import { logIn } from '@parvis/contract/entry.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { assertAcknowledged, ApiError, call } from './api.ts'
import { serverTime } from '../device/clock.ts'
import { isRetryable } from './query-client.ts'

const stubResponse = (status: number, body: unknown) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('no error'),
    (error: ApiError) => error,
  )

afterEach(() => vi.restoreAllMocks())

test('a call fills the path parameters, repeats lists in the query and sends the client’s version', async () => {
  const fetched = stubResponse(200, {})
  await call(getCommunity, { params: { idOrUri: 'les tilleuls' } })
  await call(listDeals, { query: { page: 2, cursor: undefined, filter: ['a', 'b'] } })
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/communities/les%20tilleuls',
    '/gooddeals/community?page=2&filter=a&filter=b',
  ])
  expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ 'x-client-version': '1.5.2' })
})

test.each([200, 503])('a %i response synchronizes the server’s time', async status => {
  const date = new Date(Date.now() - 3_600_000).toUTCString()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}', { status, headers: { date } }))
  await call(listDeals).catch(() => {})
  expect(Math.abs(serverTime() - Date.parse(date))).toBeLessThan(5_000)
  stubResponse(200, {})
  await call(listDeals)
  expect(Math.abs(serverTime() - Date.parse(date))).toBeLessThan(5_000)
})

test('a call sends the id of the intended user if one is given', async () => {
  const fetched = stubResponse(200, {})
  await call(listDeals, { as: 'u1' })
  await call(listDeals)
  await call(logIn, { body: { communityId: 'x' }, as: 'u1' })
  const [sent, unsent, changed] = fetched.mock.calls.map(([, request]) => request?.headers)
  expect([sent, changed]).toMatchObject([{ 'x-user': 'u1' }, { 'x-user': 'u1' }])
  expect(unsent).not.toHaveProperty('x-user')
})

test('an ApiError contains the key, field and params of the server’s error', async () => {
  stubResponse(429, { error: { key: 'toomanyrequests', params: { seconds: 90 }, field: 'email' } })
  const error = await errorOf(call(logIn, { body: { communityId: 'x' } }))
  expect(error).toMatchObject({ key: 'toomanyrequests', status: 429, params: { seconds: 90 }, field: 'email' })
  expect(error.foreign).toBeUndefined()
})

test.each([
  [503, 'maintenance'],
  [502, 'networkerror'],
  [500, 'unexpectederror'],
  [404, 'error404'],
  [413, 'unexpectederror'],
])('a %i response of an intermediary becomes the error %s', async (status, key) => {
  stubResponse(status, '<html>')
  expect(await errorOf(call(listDeals))).toMatchObject({ key, status, foreign: true })
})

test('assertAcknowledged throws a network error for a response without an id, which comes from an intermediary', () => {
  expect(assertAcknowledged({ _id: 'a', name: 'b' })).toEqual({ _id: 'a', name: 'b' })
  for (const stubResponse of [{ status: 'login required' }, null, [], 'ok'])
    expect(() => assertAcknowledged(stubResponse as never)).toThrow(expect.objectContaining({ key: 'networkerror' }))
})

test('a stalled write fails as a network error, and a stalled read continues to wait', async () => {
  vi.useFakeTimers()
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, request) =>
      new Promise((_done, failed) => {
        request?.signal?.addEventListener('abort', () => failed(request.signal!.reason))
      }),
  )
  const ended: string[] = []
  const failure = errorOf(call(logIn, { body: { communityId: 'x' } })).then(error => {
    ended.push('change')
    return error
  })
  void call(listDeals).finally(() => ended.push('read'))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await failure).toMatchObject({ key: 'networkerror', status: 0 })
  const shortened = errorOf(call(logIn, { body: { communityId: 'x' }, timeoutMs: 1_000 }))
  await vi.advanceTimersByTimeAsync(1_100)
  expect(await shortened).toMatchObject({ key: 'networkerror', status: 0 })
  expect(ended).toEqual(['change'])
  vi.useRealTimers()
})

test('a call without a response fails as a network error, and an aborted call does not', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await errorOf(call(listDeals))).toMatchObject({ key: 'networkerror', status: 0 })
  const abort = new AbortController()
  abort.abort()
  expect(await errorOf(call(listDeals, { signal: abort.signal }))).not.toBeInstanceOf(ApiError)
})

test('only transient errors are retried', () => {
  expect([new ApiError('networkerror', 0), new ApiError('unexpectederror', 500)].map(isRetryable)).toEqual([true, true])
  expect(
    [new ApiError('maintenance', 503), new ApiError('nosession', 401), new TypeError('x')].map(isRetryable),
  ).toEqual([false, false, false])
})
