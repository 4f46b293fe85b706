import type { LiveEvent } from '@parvis/contract/feed.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Attempt } from '#web/kernel/outbox/outbox.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'
import { postsIn } from './posts.store.ts'
import { answerSender } from './unsent-answers.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['given', true, '/events/interested/p1'],
  ['taken back', false, '/events/uninterested/p1'],
])('an answer %s offline is sent to its endpoint', async (_, interested, address) => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ _id: 'p1' }))
  const posts = postsIn(new QueryClient())
  const sender = answerSender(
    () => posts,
    (_post: LiveEvent) => {},
  )
  const waiting = { me: 'me', payload: { eventId: 'p1', interested } } as Waiting<'answer'>
  await sender.send(waiting, { signal: new AbortController().signal } as Attempt<'answer'>)
  expect(fetched.mock.calls.map(([asked]) => asked)).toEqual([address])
})
