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
import { keptOnDevice } from '#web/kernel/offline/kept.ts'

/** Whose conversation it is: somebody's by pseudo or id, with the post that it may be about, or the group of a post. */
export type ThreadName = { who: string; about?: string } | { group: string }

export const chatKeys = {
  all: ['chat'] as const,
  users: () => [...chatKeys.all, 'users'] as const,
  groups: () => [...chatKeys.all, 'groups'] as const,
  neighbors: () => [...chatKeys.all, 'neighbors'] as const,
  neighborPages: () => [...chatKeys.all, 'neighborpages'] as const,
  employees: () => [...chatKeys.all, 'employees'] as const,
  threads: () => [...chatKeys.all, 'thread'] as const,
  thread: (name: ThreadName) => [...chatKeys.threads(), name] as const,
}

/**
 * The people whom the reader has written with, the latest first. Kept up to date by what the socket tells, as all lists
 * here.
 */
export const usersQuery = () =>
  queryOptions({
    queryKey: chatKeys.users(),
    ...keptOnDevice,
    queryFn: ({ signal }) => call(listChatUsers, { signal }),
    gcTime: Infinity,
  })

/** The groups of the posts that they wrote or answered. */
export const groupsQuery = () =>
  queryOptions({
    queryKey: chatKeys.groups(),
    ...keptOnDevice,
    queryFn: ({ signal }) => call(listChatGroups, { signal }),
    gcTime: Infinity,
  })

/** The first neighbours of the reader's community, those who are there before the others. */
export const neighborsQuery = () =>
  queryOptions({
    queryKey: chatKeys.neighbors(),
    ...keptOnDevice,
    queryFn: ({ signal }) => call(listNeighbors, { signal }),
  })

/** Its team. */
export const employeesQuery = () =>
  queryOptions({
    queryKey: chatKeys.employees(),
    ...keptOnDevice,
    queryFn: ({ signal }) => call(listEmployees, { signal }),
  })

/** How a call names a conversation. Somebody is named by the id where the pseudo is not known: outside of its community. */
export const namedBy = (name: ThreadName): { userId?: string; pseudo?: string; eventId?: string } => {
  if ('group' in name) return { eventId: name.group }
  return {
    ...(isId(name.who) ? { userId: name.who } : { pseudo: name.who }),
    ...(name.about && { eventId: name.about }),
  }
}

/** A conversation as the cache holds it: the latest page first. */
export type Thread = InfiniteData<MessagesPage, unknown>

/** What is told keeps it true: a long conversation is not fetched whole again. */
export const threadQuery = (name: ThreadName) =>
  infiniteQueryOptions({
    queryKey: chatKeys.thread(name),
    ...keptOnDevice,
    queryFn: ({ pageParam, signal }) => call(listMessages, { query: { ...namedBy(name), ...pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    staleTime: Infinity,
  })
