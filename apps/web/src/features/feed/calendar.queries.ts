import {
  type CalendarAddress,
  type CalendarPage,
  changeCalendarAddress,
  getCalendarAddress,
  listCalendar,
  listCalendarDays,
  makeCalendarAddress,
  stopCalendarAddress,
} from '@parvis/contract/calendar.ts'
import { type CalendarFilter } from '@parvis/contract/feed-filter.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  type MutationFunctionContext,
} from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'
import { showErrorToast } from '#web/ui/toasts.ts'
import { feedKeys } from './feed.queries.ts'
import { postStoreOf, type LogicalTime } from './posts.store.ts'

const STALE_MS = 30_000
/** Live events update the calendar at once; polling catches events missed while disconnected. */
const REFRESH_MS = 5 * 60_000

export const calendarKeys = {
  all: [...feedKeys.all, 'calendar'] as const,
  list: (communityId: string, filter: CalendarFilter) => [...calendarKeys.all, 'list', communityId, filter] as const,
  days: (communityId: string, filter: CalendarFilter, from: string) =>
    [...calendarKeys.all, 'days', communityId, filter, from] as const,
  address: (userId: string) => ['calendar-address', userId] as const,
}

export interface CalendarIds extends Pick<CalendarPage, 'hasNextPage' | 'nextPage' | 'cursor'> {
  ids: readonly string[]
  /** Logical time at which the fetch began. */
  at: LogicalTime
}

/** The cached pages hold only ids; the post store holds the posts. */
export const calendarQuery = (communityId: string, filter: CalendarFilter = 'all') =>
  infiniteQueryOptions({
    queryKey: calendarKeys.list(communityId, filter),
    ...persisted,
    queryFn: async ({ pageParam, signal, client }): Promise<CalendarIds> => {
      const posts = postStoreOf(client)
      const at = posts.now()
      const {
        docs,
        hasNextPage,
        nextPage: next,
        cursor,
      } = await call(listCalendar, {
        query: { ...pageParam, filter },
        signal,
      })
      posts.addFetched(docs)
      return { ids: docs.map(({ _id }) => _id), at, hasNextPage, nextPage: next, cursor }
    },
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    refetchInterval: REFRESH_MS,
  })

/** Returns the number of events that start on each day. */
export const calendarDaysQuery = (communityId: string, filter: CalendarFilter, from: string, to: string) =>
  queryOptions({
    queryKey: calendarKeys.days(communityId, filter, from),
    ...persisted,
    queryFn: async ({ signal }): Promise<Record<string, number>> =>
      Object.fromEntries(
        (await call(listCalendarDays, { query: { filter, from, to }, signal })).map(({ day, count }) => [day, count]),
      ),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  })

export const calendarAddressQuery = (userId: string) =>
  queryOptions({
    queryKey: calendarKeys.address(userId),
    queryFn: ({ signal }) => call(getCalendarAddress, { signal }),
  })

/** Mutations of the subscription URL of the member; each response updates the cached query. */
export const useCalendarAddress = (userId: string) => {
  const callbacks = {
    onSuccess: ({ since, onlyMine }: CalendarAddress, _: unknown, __: unknown, { client }: MutationFunctionContext) =>
      client.setQueryData<CalendarAddress>(calendarKeys.address(userId), { since, onlyMine }),
    onError: (error: Error) => showErrorToast(error),
  }
  return {
    create: useMutation({
      ...callbacks,
      mutationFn: (onlyMine: boolean) => call(makeCalendarAddress, { body: { onlyMine, lang: currentLanguage() } }),
    }),
    change: useMutation({
      ...callbacks,
      mutationFn: (onlyMine: boolean) => call(changeCalendarAddress, { body: { onlyMine } }),
    }),
    revoke: useMutation({ ...callbacks, mutationFn: () => call(stopCalendarAddress) }),
  }
}
