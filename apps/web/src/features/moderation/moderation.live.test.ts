import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Live } from '#web/kernel/live/live.ts'
import { listenToModeration } from './moderation.live.ts'
import { moderationKeys } from './moderation.queries.ts'

let stop: () => void
let runs: string | null
let asked: string[]
let client: QueryClient
let invalidated: ReturnType<typeof vi.spyOn>
const heard = new Map<string, (data: never) => void>()
const say = (event: string, data: object = {}) => heard.get(event)!(data as never)
const onCount = vi.fn()
const onDecision = vi.fn()

beforeEach(() => {
  runs = 'home'
  asked = []
  onCount.mockReset()
  onDecision.mockReset()
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json({ docs: [], page: 1, hasNextPage: false, nextPage: null, cursor: null, waiting: 3 })
  })
  client = new QueryClient()
  invalidated = vi.spyOn(client, 'invalidateQueries')
  const live = {
    on: (event: string, listener: (data: never) => void) => {
      heard.set(event, listener)
      return () => heard.delete(event)
    },
  } as unknown as Live
  stop = listenToModeration(client, live, { runs: () => runs, onCount, onDecision })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

const wasRead = (key: readonly unknown[]) =>
  invalidated.mock.calls.some(
    (call: unknown[]) => JSON.stringify((call[0] as { queryKey: unknown }).queryKey) === JSON.stringify(key),
  )

test('the team loads the pending count on connection and on every change', async () => {
  say('connected')
  await vi.waitFor(() => expect(onCount).toHaveBeenLastCalledWith(3))
  say('moderation.changed')
  await vi.waitFor(() => expect(onCount).toHaveBeenCalledTimes(2))
  expect(asked).toHaveLength(2)
  expect(asked[0]).toContain('list=waiting')
  expect(asked[0]).not.toContain('everywhere')
  expect(onDecision).not.toHaveBeenCalled()
})

test('an open case is refetched on every change and after a reconnection', async () => {
  say('connected')
  await vi.waitFor(() => expect(onCount).toHaveBeenCalledOnce())
  expect(wasRead(moderationKeys.cases())).toBe(false)
  say('moderation.changed')
  expect(wasRead(moderationKeys.cases())).toBe(true)
  invalidated.mockClear()
  say('connected')
  expect(wasRead(moderationKeys.cases())).toBe(true)
})

test('members outside the team load no list; their decisions and abilities are refetched', () => {
  runs = null
  say('connected')
  expect(onDecision).not.toHaveBeenCalled()
  say('moderation.changed')
  expect(onDecision).toHaveBeenCalledOnce()
  expect(wasRead(moderationKeys.mine())).toBe(true)
  expect(asked).toEqual([])
})

test('no count is reported for members who leave the team during the request', async () => {
  say('moderation.changed')
  runs = null
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  // pause: nothing may follow from an answer that has already arrived
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(onCount).not.toHaveBeenCalled()
})

test('a notification of a decision or its outcome reloads the viewer, one of a report does not', () => {
  const told = (news: string) => say('notification.created', { _id: 'n', kind: 'moderation', moderation: { news } })
  told('report')
  told('appeal')
  say('notification.created', { _id: 'n', kind: 'message' })
  expect(onDecision).not.toHaveBeenCalled()
  told('decision')
  told('outcome')
  expect(onDecision).toHaveBeenCalledTimes(2)
})
