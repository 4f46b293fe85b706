// A digest contains what the app would show the member right now, read with the rules of the feed, the notifications
// and the deals.
import type { Deal } from '@parvis/contract/deals.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { happeningOf, type Happening } from '@parvis/contract/happening.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { agesOf } from '#server/kernel/minors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { findNewDeals } from '../deals/new-deals.service.ts'
import { findCalendar } from '../feed/calendar.service.ts'
import { presentEvent } from '../feed/feed.presenter.ts'
import { findFeed, type FoundEvent } from '../feed/feed.service.ts'
import { findUnreadSince } from '../notifications/notifications.service.ts'

const MOST_LISTED = 5
const MOST_COMING = 3
const COMING_DAYS = 7
const MOST_PAGES = 5

export interface Coming {
  event: LiveEvent
  when: Happening
}

export interface Missed {
  posts: LiveEvent[]
  morePosts: number
  /** There are more new posts than were counted. */
  areMore: boolean
  messages: Notification[]
  answers: Notification[]
  deals: Deal[]
  moreDeals: number
  /** Of the next days, new or not. They alone are no reason to send a digest. */
  coming: Coming[]
}

/** Not their own, not the weather, neither past nor cancelled. */
const isNews = (actor: Actor, { card }: FoundEvent, since: Date, now: Date) =>
  Date.parse(card.shared.dateAdded) > since.getTime() &&
  card.shared.userId !== actor.userId &&
  card.shared.groupId !== 'weather' &&
  !card.shared.cancelled &&
  !card.facts(now).isPast

const findNewPosts = async (platform: Platform, actor: Actor, since: Date) => {
  const now = platform.clock.now()
  const found: FoundEvent[] = []
  let before: string | null = LAST_ID
  for (let page = 0; page < MOST_PAGES && before; page++) {
    const start = { before, skip: 0, page: 1 }
    const { events, pinned, hasNextPage, lastKey } = await findFeed(platform, {
      actor,
      filter: 'all',
      search: '',
      start,
    })
    found.push(...(pinned ?? []), ...events)
    const oldest = events.at(-1)?.card.shared.dateAdded
    before = hasNextPage && lastKey && oldest && Date.parse(oldest) > since.getTime() ? lastKey : null
  }
  const posts = found
    .filter(one => isNews(actor, one, since, now))
    .map(({ card, stake }) => presentEvent(actor, card, stake, now))
  return { posts, areMore: before !== null }
}

const findComing = async (platform: Platform, actor: Actor, listed: readonly LiveEvent[]): Promise<Coming[]> => {
  const now = platform.clock.now()
  const { events } = await findCalendar(platform, actor, 'all', { after: null, skip: 0 })
  return events
    .filter(
      ({ card }) => !card.shared.cancelled && !card.facts(now).isPast && listed.every(({ _id }) => _id !== card.id),
    )
    .map(({ card, stake }) => presentEvent(actor, card, stake, now))
    .flatMap(event => {
      const when = happeningOf(event, actor.community.timezone)
      return when && when.startsAt < now.getTime() + COMING_DAYS * DAY_MS ? [{ event, when }] : []
    })
    .slice(0, MOST_COMING)
}

/** Null if there is nothing new. Good deals are only for members who chose to receive digests. */
export const findMissed = async (
  platform: Platform,
  actor: Actor,
  since: Date,
  { withDeals }: { withDeals: boolean },
): Promise<Missed | null> => {
  const [{ posts, areMore }, told, deals] = await Promise.all([
    findNewPosts(platform, actor, since),
    findUnreadSince(platform.db, actor, ['message', 'answer'], since, agesOf(platform)),
    withDeals ? findNewDeals(platform, actor, since) : [],
  ])
  if (posts.length + told.length + deals.length === 0) return null
  const listed = posts.slice(0, MOST_LISTED)
  return {
    posts: listed,
    morePosts: posts.length - listed.length,
    areMore,
    messages: told.filter(({ kind }) => kind === 'message'),
    answers: told.filter(({ kind }) => kind === 'answer'),
    deals: deals.slice(0, MOST_LISTED),
    moreDeals: Math.max(0, deals.length - MOST_LISTED),
    coming: await findComing(platform, actor, posts),
  }
}
