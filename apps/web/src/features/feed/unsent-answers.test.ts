import type { FeedPost } from '@parvis/contract/feed.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Attempt } from '#web/kernel/outbox/sender.ts'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { postStoreOf } from './posts.store.ts'
import { answerSender } from './unsent-answers.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['given', true, '/events/interested/p1'],
  ['retracted', false, '/events/uninterested/p1'],
])('an answer %s offline is sent to its endpoint', async (_, interested, expectedUrl) => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ _id: 'p1' }))
  const posts = postStoreOf(new QueryClient())
  const sender = answerSender(
    () => posts,
    (_post: FeedPost) => {},
  )
  const item = { me: 'me', payload: { eventId: 'p1', interested } } as PendingItem<'answer'>
  await sender.send(item, { signal: new AbortController().signal } as Attempt<'answer'>)
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([expectedUrl])
})
