// @vitest-environment node
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { onCallFailed, queryClient } from './query-client.ts'

const listener = vi.fn<(error: ApiError) => void>()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  listener.mockReset()
  stop = onCallFailed(listener)
})
afterEach(() => {
  stop()
  queryClient.clear()
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

const runQuery = async (answer: () => Promise<unknown>) => {
  const asked = queryClient.query({ queryKey: ['asked'], queryFn: answer }).catch(() => {})
  await vi.runAllTimersAsync()
  await asked
}
const failingCall = (error: unknown) => vi.fn<() => Promise<unknown>>().mockRejectedValue(error)

test('a failed query is reported once, after the last retry', async () => {
  const error = new ApiError('unexpectederror', 500)
  const call = failingCall(error)
  await runQuery(call)
  expect(call).toHaveBeenCalledTimes(3)
  expect(listener.mock.calls).toEqual([[error]])
})

test('a failed mutation is reported', async () => {
  const error = new ApiError('nosession', 401)
  const { promise, resolve } = Promise.withResolvers<void>()
  void new MutationObserver(queryClient, { mutationFn: failingCall(error) }).mutate().catch(() => resolve())
  await promise
  expect(listener.mock.calls).toEqual([[error]])
})

test('only the final ApiError of a query is reported, and none after unsubscribing', async () => {
  const flaky = failingCall(new ApiError('networkerror', 0))
  flaky.mockRejectedValueOnce(new ApiError('networkerror', 0)).mockResolvedValue(1)
  await runQuery(flaky)
  expect(flaky).toHaveBeenCalledTimes(2)
  await runQuery(failingCall(new TypeError('x')))
  stop()
  await runQuery(failingCall(new ApiError('nosession', 401)))
  expect(listener).not.toHaveBeenCalled()
})

test('a query without a network fails at once, without a retry', async () => {
  onlineManager.setOnline(false)
  const error = new ApiError('networkerror', 0)
  const call = failingCall(error)
  await expect(queryClient.query({ queryKey: ['asked'], queryFn: call })).rejects.toBe(error)
  expect(call).toHaveBeenCalledTimes(1)
})

test('active queries are refetched when the network is lost, and failed queries when the network is back', async () => {
  const error = new ApiError('networkerror', 0)
  const [succeeding, failed] = [vi.fn<() => Promise<unknown>>().mockResolvedValue('seen'), failingCall(error)]
  const screens = Object.entries({ succeeding, failed }).map(([name, queryFn]) =>
    new QueryObserver(queryClient, { queryKey: [name], queryFn }).subscribe(() => {}),
  )
  await vi.runAllTimersAsync()
  expect([succeeding, failed].map(({ mock }) => mock.calls.length)).toEqual([1, 3])
  onlineManager.setOnline(false)
  await vi.runAllTimersAsync()
  expect([succeeding, failed].map(({ mock }) => mock.calls.length)).toEqual([2, 4])
  failed.mockResolvedValue('there')
  onlineManager.setOnline(true)
  await vi.runAllTimersAsync()
  expect([succeeding, failed].map(({ mock }) => mock.calls.length)).toEqual([2, 5])
  expect(queryClient.getQueryData(['failed'])).toBe('there')
  for (const unsubscribe of screens) unsubscribe()
})

test('setQueryData changes neither the age nor the error of data that could not be refetched', async () => {
  const key = ['list']
  const error = new ApiError('networkerror', 0)
  const state = () => {
    const { data, dataUpdatedAt, error: why, isInvalidated, status } = queryClient.getQueryState(key)!
    return { data, at: dataUpdatedAt, why, isInvalidated, status }
  }
  const add = () => queryClient.setQueryData<string[]>(key, known => known && [...known, 'more'])
  await queryClient.query({ queryKey: key, queryFn: () => ['read'] })
  const at = Date.now()
  await vi.advanceTimersByTimeAsync(1000)
  add()
  expect(state()).toEqual({ data: ['read', 'more'], at: at + 1000, why: null, isInvalidated: false, status: 'success' })
  await vi.advanceTimersByTimeAsync(1000)
  onlineManager.setOnline(false)
  add()
  queryClient.setQueryData<string[]>(key, ['read', 'put'])
  expect(state()).toMatchObject({ data: ['read', 'put'], at: at + 1000, why: null })
  await queryClient.query({ queryKey: key, queryFn: failingCall(error), staleTime: 0 }).catch(() => {})
  add()
  expect(state()).toMatchObject({ data: ['read', 'put', 'more'], at: at + 1000, why: error, status: 'error' })
  queryClient.setQueryData<string[]>(['none'], known => known && [...known])
  expect(queryClient.getQueryState(['none'])).toBeUndefined()
  onlineManager.setOnline(true)
  add()
  expect(state()).toMatchObject({ at: at + 1000, why: error })
  queryClient.setQueryData<string[]>(key, known => known && [...known, 'read'], { updatedAt: Date.now() })
  expect(state()).toMatchObject({ at: at + 2000, why: null, status: 'success' })
  await queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' })
  await vi.advanceTimersByTimeAsync(1000)
  add()
  expect(state()).toMatchObject({ at: at + 2000, isInvalidated: true })
})
