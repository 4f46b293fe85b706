// A digest contains only what the app would show the member at this moment. Its content is read with the rules of the
// feed, the notifications and the good deals.
import type { Deal } from '@parvis/contract/deals.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { eventTimingOf, type EventTiming } from '@parvis/contract/event-timing.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { findNewDeals } from '../deals/new-deals.service.ts'
import { findCalendar } from '../feed/calendar.service.ts'
import { presentEvent } from '../feed/feed.presenter.ts'
import { findFeed, type FoundEvent } from '../feed/feed.service.ts'
import { findUnreadNotificationsSince } from '../notifications/notifications.service.ts'

const MAX_LISTED_ITEMS = 5
const MAX_UPCOMING_EVENTS = 3
const UPCOMING_DAYS = 7
const MAX_FEED_PAGES = 5

export interface UpcomingEvent {
  event: FeedPost
  timing: EventTiming
}

export interface DigestContent {
  posts: FeedPost[]
  unlistedPostCount: number
  /** Whether new posts exist beyond those that `posts` and `unlistedPostCount` count. */
  hasUncountedPosts: boolean
  messages: Notification[]
  answers: Notification[]
  deals: Deal[]
  unlistedDealCount: number
  /** Events of the next seven days, whether or not they are new. They alone are no reason to send a digest. */
  upcomingEvents: UpcomingEvent[]
}

const isNewPost = (actor: Actor, { renderedPost }: FoundEvent, since: Date, now: Date) =>
  Date.parse(renderedPost.shared.dateAdded) > since.getTime() &&
  renderedPost.shared.userId !== actor.userId &&
  renderedPost.shared.groupId !== 'weather' &&
  !renderedPost.shared.cancelled &&
  !renderedPost.facts(now).isPast

const findNewPosts = async (platform: Platform, actor: Actor, since: Date) => {
  const now = platform.clock.now()
  const found: FoundEvent[] = []
  let before: string | null = LAST_ID
  for (let page = 0; page < MAX_FEED_PAGES && before; page++) {
    const start = { before, skip: 0, page: 1 }
    const { events, pinned, hasNextPage, lastKey } = await findFeed(platform, {
      actor,
      filter: 'all',
      search: '',
      start,
    })
    found.push(...(pinned ?? []), ...events)
    const oldest = events.at(-1)?.renderedPost.shared.dateAdded
    before = hasNextPage && lastKey && oldest && Date.parse(oldest) > since.getTime() ? lastKey : null
  }
  const posts = found
    .filter(one => isNewPost(actor, one, since, now))
    .map(({ renderedPost, viewerState }) => presentEvent(actor, renderedPost, viewerState, now))
  return { posts, areMore: before !== null }
}

const findUpcoming = async (
  platform: Platform,
  actor: Actor,
  listed: readonly FeedPost[],
): Promise<UpcomingEvent[]> => {
  const now = platform.clock.now()
  const { events } = await findCalendar(platform, actor, 'all', { after: null, skip: 0 })
  return events
    .filter(
      ({ renderedPost }) =>
        !renderedPost.shared.cancelled &&
        !renderedPost.facts(now).isPast &&
        listed.every(({ _id }) => _id !== renderedPost.id),
    )
    .map(({ renderedPost, viewerState }) => presentEvent(actor, renderedPost, viewerState, now))
    .flatMap(event => {
      const timing = eventTimingOf(event, actor.community.timezone)
      return timing && timing.startsAt < now.getTime() + UPCOMING_DAYS * DAY_MS ? [{ event, timing }] : []
    })
    .slice(0, MAX_UPCOMING_EVENTS)
}

/** Returns null if there is nothing new since `since`. `withDeals` adds the new good deals. */
export const findDigestContent = async (
  platform: Platform,
  actor: Actor,
  since: Date,
  { withDeals }: { withDeals: boolean },
): Promise<DigestContent | null> => {
  const [{ posts, areMore: hasUncountedPosts }, notifications, deals] = await Promise.all([
    findNewPosts(platform, actor, since),
    findUnreadNotificationsSince(platform, actor, ['message', 'answer'], since),
    withDeals ? findNewDeals(platform, actor, since) : [],
  ])
  if (posts.length + notifications.length + deals.length === 0) return null
  const listed = posts.slice(0, MAX_LISTED_ITEMS)
  return {
    posts: listed,
    unlistedPostCount: posts.length - listed.length,
    hasUncountedPosts,
    messages: notifications.filter(({ kind }) => kind === 'message'),
    answers: notifications.filter(({ kind }) => kind === 'answer'),
    deals: deals.slice(0, MAX_LISTED_ITEMS),
    unlistedDealCount: Math.max(0, deals.length - MAX_LISTED_ITEMS),
    upcomingEvents: await findUpcoming(platform, actor, posts),
  }
}
