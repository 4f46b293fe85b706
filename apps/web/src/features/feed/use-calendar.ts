import type { Community } from '@parvis/contract/community.ts'
import type { CalendarFilter } from '@parvis/contract/feed-filter.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { isAround, onNow } from './around-now.ts'
import { byStart, dated, type Dated } from './calendar-days.ts'
import type { CalendarIds } from './calendar.queries.ts'
import { isOwn, postsIn, type Posts } from './posts.store.ts'

const fits = (post: LiveEvent, filter: CalendarFilter): boolean =>
  filter === 'all' || (filter === 'my' ? post.interested || isOwn(post) : post.groupId === filter)

/**
 * What a calendar shows, by start: the loaded events, and those from live updates in the loaded range. Past, removed
 * and no longer matching posts are left out.
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

/** A snapshot function for `useSyncExternalStore`, which returns the same object while nothing changes. */
const reader = (find: () => Dated[] | null) => {
  let last: Dated[] | null = null
  return () => (last = replaceEqualDeep(last, find()))
}

/** The events around the viewer until the night: posts dated "now", the newest first, then those of the calendar. */
export const aroundOf = (
  pages: readonly CalendarIds[],
  { _id, timezone }: Pick<Community, '_id' | 'timezone'>,
  now: number,
  posts: Pick<Posts, 'get' | 'told' | 'entities'>,
): Dated[] => {
  const dated = calendarOf(pages, { filter: 'all', timezone, now }, posts).filter(one => isAround(one, timezone, now))
  const known = [...posts.entities.entries()]
  const at = known.flatMap(([, { shown }]) => (shown?.communityId === _id && onNow(shown, timezone, now)) || [])
  return [...at.sort((a, b) => byStart(b, a)), ...dated]
}

/** `calendarOf` as a hook: updates with the posts and as time passes. Null before the first page. */
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

/** `eventsAroundOf` as a hook. */
export const useAround = (
  pages: readonly CalendarIds[] | undefined,
  { _id, timezone }: Pick<Community, '_id' | 'timezone'>,
): Dated[] | null => {
  const posts = postsIn(useQueryClient())
  const now = useNow()
  const read = useMemo(
    () => reader(() => (pages ? aroundOf(pages, { _id, timezone }, now, posts) : null)),
    [pages, _id, timezone, now, posts],
  )
  return useSyncExternalStore(posts.entities.subscribe, read)
}
