import type { Community } from '@parvis/contract/community.ts'
import type { CalendarFilter } from '@parvis/contract/feed-filter.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { useNow } from '#web/kernel/device/clock.ts'
import { isOnToday, toNowEvent } from './around-now.ts'
import { compareByStart, toDatedPost, type DatedPost } from './calendar-days.ts'
import type { CalendarIds } from './calendar.queries.ts'
import { isOwn, useFromPosts, type PostStore } from './posts.store.ts'

const matchesFilter = (post: FeedPost, filter: CalendarFilter): boolean =>
  filter === 'all' || (filter === 'my' ? post.interested || isOwn(post) : post.groupId === filter)

/** Loaded events and live updates in the loaded range, by start, without past, removed and non-matching posts. */
export const calendarEventsOf = (
  pages: readonly CalendarIds[],
  { filter, timezone, now }: { filter: CalendarFilter; timezone: string; now: number },
  posts: Pick<PostStore, 'get' | 'updatedAt'>,
): DatedPost[] => {
  const since = Math.min(...pages.map(({ at }) => at))
  const loadedIds = pages.flatMap(({ ids }) => ids)
  const find = (id: string) => {
    const post = posts.get(id)
    return post && matchesFilter(post, filter) ? (toDatedPost(post, timezone, now) ?? []) : []
  }
  const shown = loadedIds.flatMap(find)
  const known = new Set(loadedIds)
  const loadedUntil = pages.at(-1)?.hasNextPage ? (shown.at(-1)?.timing.startsAt ?? 0) : Infinity
  const added = [...posts.updatedAt].flatMap(([id, { post = 0, own = 0 }]) =>
    known.has(id) || Math.max(post, own) < since ? [] : find(id),
  )
  return [...shown, ...added.filter(({ timing }) => timing.startsAt <= loadedUntil)].sort(compareByStart)
}

/** Returns the events that `isOnToday` includes: posts dated "now", newest first, then the events of the calendar. */
export const eventsAroundOf = (
  pages: readonly CalendarIds[],
  { _id, timezone }: Pick<Community, '_id' | 'timezone'>,
  now: number,
  posts: Pick<PostStore, 'get' | 'updatedAt' | 'entities'>,
): DatedPost[] => {
  const calendarEvents = calendarEventsOf(pages, { filter: 'all', timezone, now }, posts).filter(event =>
    isOnToday(event, timezone, now),
  )
  const known = [...posts.entities.entries()]
  const nowEvents = known.flatMap(
    ([, { shown }]) => (shown?.communityId === _id && toNowEvent(shown, timezone, now)) || [],
  )
  return [...nowEvents.sort((a, b) => compareByStart(b, a)), ...calendarEvents]
}

/** `calendarEventsOf` as a hook, updated when posts change and as time passes. Null before the first page. */
export const useCalendarEvents = (
  pages: readonly CalendarIds[] | undefined,
  filter: CalendarFilter,
  timezone: string,
): DatedPost[] | null => {
  const now = useNow()
  return useFromPosts(posts => (pages ? calendarEventsOf(pages, { filter, timezone, now }, posts) : null))
}

/** `eventsAroundOf` as a hook. */
export const useEventsAround = (
  pages: readonly CalendarIds[] | undefined,
  community: Pick<Community, '_id' | 'timezone'>,
): DatedPost[] | null => {
  const now = useNow()
  return useFromPosts(posts => (pages ? eventsAroundOf(pages, community, now, posts) : null))
}
