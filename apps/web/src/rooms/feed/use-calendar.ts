import type { CalendarFilter } from '@parvis/contract/feed-filter.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { byStart, dated, type Dated } from './calendar-days.ts'
import type { CalendarIds } from './calendar.queries.ts'
import { isOwn, postsIn, type Posts } from './posts.store.ts'

const fits = (post: LiveEvent, filter: CalendarFilter): boolean =>
  filter === 'all' || (filter === 'my' ? post.interested || isOwn(post) : post.groupId === filter)

/**
 * What a calendar shows, in the order in which it begins: what was read of it, and what was told since as far down as it was read.
 * What is over, gone or no longer the reader's leaves it.
 */
export const calendarOf = (
  pages: readonly CalendarIds[],
  { filter, timezone, now }: { filter: CalendarFilter; timezone: string; now: number },
  posts: Pick<Posts, 'get' | 'told'>,
): Dated[] => {
  const since = Math.min(...pages.map(({ at }) => at))
  const read = pages.flatMap(({ ids }) => ids)
  const find = (id: string) => {
    const post = posts.get(id)
    return post && fits(post, filter) ? (dated(post, timezone, now) ?? []) : []
  }
  const shown = read.flatMap(find)
  const known = new Set(read)
  const reach = pages.at(-1)?.hasNextPage ? (shown.at(-1)?.happening.startsAt ?? 0) : Infinity
  const told = [...posts.told].flatMap(([id, { post = 0, own = 0 }]) =>
    known.has(id) || Math.max(post, own) < since ? [] : find(id),
  )
  return [...shown, ...told.filter(({ happening }) => happening.startsAt <= reach)].sort(byStart)
}

/** Reads it as it is now: the same object as long as it is the same. */
const reader = (find: () => Dated[] | null) => {
  let last: Dated[] | null = null
  return () => (last = replaceEqualDeep(last, find()))
}

/** The same, drawn again when a post comes, goes or changes, and as time passes. Null while nothing was read. */
export const useCalendar = (
  pages: readonly CalendarIds[] | undefined,
  filter: CalendarFilter,
  timezone: string,
): Dated[] | null => {
  const posts = postsIn(useQueryClient())
  const now = useNow()
  const read = useMemo(
    () => reader(() => (pages ? calendarOf(pages, { filter, timezone, now }, posts) : null)),
    [pages, filter, timezone, now, posts],
  )
  return useSyncExternalStore(posts.entities.subscribe, read)
}
