// @vitest-environment node
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { threadQuery } from './chat.queries.ts'
import { findCachedThread } from './cached-thread.ts'
import { OTHER, someConversation, somePage, someThread, THIRD } from './some-message.ts'

test('a cached conversation about a post is found by the id or pseudo of the other person', () => {
  const queryClient = new QueryClient()
  const thread = someThread(somePage([], someConversation()))
  queryClient.setQueryData(threadQuery({ who: 'pseudo 2', about: 'p' }).queryKey, thread, { updatedAt: 7 })
  for (const who of [OTHER, 'pseudo 2'])
    expect(findCachedThread(queryClient, { who })).toEqual({ data: thread, dataUpdatedAt: 7 })
  expect(findCachedThread(queryClient, { who: THIRD })).toBeUndefined()
  expect(findCachedThread(queryClient, { group: 'p' })).toBeUndefined()
})
