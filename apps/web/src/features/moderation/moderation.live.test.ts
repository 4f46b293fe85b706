import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { subscribeToModeration } from './moderation.live.ts'
import { moderationKeys } from './moderation.queries.ts'

let managedCommunityId: string | null
let requests: string[]
let client: QueryClient
let invalidated: ReturnType<typeof vi.spyOn>
const listeners = new Map<string, (data: never) => void>()
const emit = (event: string, data: object = {}) => listeners.get(event)!(data as never)
const onPendingCount = vi.fn()
const onDecision = vi.fn()

beforeEach(() => {
  managedCommunityId = 'home'
  requests = []
  onPendingCount.mockReset()
  onDecision.mockReset()
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    return Response.json({ docs: [], page: 1, hasNextPage: false, nextPage: null, cursor: null, waiting: 3 })
  })
  client = new QueryClient()
  invalidated = vi.spyOn(client, 'invalidateQueries')
  const live = {
    on: (event: string, listener: (data: never) => void) => {
      listeners.set(event, listener)
      return () => listeners.delete(event)
    },
  } as unknown as LiveConnection
  subscribeToModeration(client, live, {
    managedCommunityId: () => managedCommunityId,
    onPendingCount,
    onDecision,
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const wasInvalidated = (key: readonly unknown[]) =>
  invalidated.mock.calls.some(
    (call: unknown[]) => JSON.stringify((call[0] as { queryKey: unknown }).queryKey) === JSON.stringify(key),
  )

test('the count of pending cases is loaded for the team on connection and on every change', async () => {
  emit('connected')
  await vi.waitFor(() => expect(onPendingCount).toHaveBeenLastCalledWith(3))
  emit('moderation.changed')
  await vi.waitFor(() => expect(onPendingCount).toHaveBeenCalledTimes(2))
  expect(requests).toHaveLength(2)
  expect(requests[0]).toContain('list=waiting')
  expect(requests[0]).not.toContain('everywhere')
  expect(onDecision).not.toHaveBeenCalled()
})

test('a case that a screen shows is refetched on every change and after a reconnection', async () => {
  emit('connected')
  await vi.waitFor(() => expect(onPendingCount).toHaveBeenCalledOnce())
  expect(wasInvalidated(moderationKeys.cases())).toBe(false)
  emit('moderation.changed')
  expect(wasInvalidated(moderationKeys.cases())).toBe(true)
  invalidated.mockClear()
  emit('connected')
  expect(wasInvalidated(moderationKeys.cases())).toBe(true)
})

test('members outside the team load no case list; decisions about them are refetched, and `onDecision` is called', () => {
  managedCommunityId = null
  emit('connected')
  expect(onDecision).not.toHaveBeenCalled()
  emit('moderation.changed')
  expect(onDecision).toHaveBeenCalledOnce()
  expect(wasInvalidated(moderationKeys.ownDecisions())).toBe(true)
  expect(requests).toEqual([])
})

test('no count is reported for members who leave the team during the request', async () => {
  emit('moderation.changed')
  managedCommunityId = null
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  // pause: until the response has been handled, which must not report a count
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(onPendingCount).not.toHaveBeenCalled()
})

test('a notification of a decision or of the outcome of an appeal calls `onDecision`; other notifications do not', () => {
  const notify = (news: string) => emit('notification.created', { _id: 'n', kind: 'moderation', moderation: { news } })
  notify('report')
  notify('appeal')
  emit('notification.created', { _id: 'n', kind: 'message' })
  expect(onDecision).not.toHaveBeenCalled()
  notify('decision')
  notify('outcome')
  expect(onDecision).toHaveBeenCalledTimes(2)
})
