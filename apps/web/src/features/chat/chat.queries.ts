import {
  listChatGroups,
  listChatUsers,
  listEmployees,
  listMessages,
  listNeighbors,
  type MessagesPage,
} from '@parvis/contract/chat.ts'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { isId } from '#web/kernel/http/ids.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

/** Identifies a conversation: a person by pseudo or id, with the post it was opened about, or the group of a post. */
export type ThreadKey = { who: string; about?: string } | { group: string }

export const chatKeys = {
  all: ['chat'] as const,
  users: () => [...chatKeys.all, 'users'] as const,
  groups: () => [...chatKeys.all, 'groups'] as const,
  neighbors: () => [...chatKeys.all, 'neighbors'] as const,
  neighborPages: () => [...chatKeys.all, 'neighborpages'] as const,
  employees: () => [...chatKeys.all, 'employees'] as const,
  threads: () => [...chatKeys.all, 'thread'] as const,
  thread: (threadKey: ThreadKey) => [...chatKeys.threads(), threadKey] as const,
}

/** People with whom the viewer has exchanged messages, latest first. Live events update this and the other lists. */
export const usersQuery = () =>
  queryOptions({
    queryKey: chatKeys.users(),
    ...persisted,
    queryFn: ({ signal }) => call(listChatUsers, { signal }),
    gcTime: Infinity,
  })

/** Groups of the posts that the viewer wrote or answered. */
export const groupsQuery = () =>
  queryOptions({
    queryKey: chatKeys.groups(),
    ...persisted,
    queryFn: ({ signal }) => call(listChatGroups, { signal }),
    gcTime: Infinity,
  })

/** The first neighbours of the community; those online come first. */
export const neighborsQuery = () =>
  queryOptions({
    queryKey: chatKeys.neighbors(),
    ...persisted,
    queryFn: ({ signal }) => call(listNeighbors, { signal }),
  })

export const employeesQuery = () =>
  queryOptions({
    queryKey: chatKeys.employees(),
    ...persisted,
    queryFn: ({ signal }) => call(listEmployees, { signal }),
  })

/** The pseudo of a person outside the viewer’s community is unknown, so their id is sent. */
export const threadParamsOf = (threadKey: ThreadKey): { userId?: string; pseudo?: string; eventId?: string } => {
  if ('group' in threadKey) return { eventId: threadKey.group }
  return {
    ...(isId(threadKey.who) ? { userId: threadKey.who } : { pseudo: threadKey.who }),
    ...(threadKey.about && { eventId: threadKey.about }),
  }
}

/** A conversation in the query cache, latest page first. */
export type Thread = InfiniteData<MessagesPage, unknown>

/** Live events update a cached conversation, so a long one is never refetched completely. */
export const threadQuery = (threadKey: ThreadKey) =>
  infiniteQueryOptions({
    queryKey: chatKeys.thread(threadKey),
    ...persisted,
    queryFn: ({ pageParam, signal }) =>
      call(listMessages, { query: { ...threadParamsOf(threadKey), ...pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    staleTime: Infinity,
  })
