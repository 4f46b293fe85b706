// An event is on channels, and members who read one of them may see it. Other features find and lock events through
// this service.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { EventPlace } from './feed.announcements.ts'
import { type Card, presentCard } from './card.presenter.ts'
import type { CardRow } from './card.queries.ts'
import { cardsOf } from './feed.cards.ts'
import { agesOf } from '#server/kernel/minors.ts'
import { pinsOf } from './feed.pins.ts'
import { presentEvent, type Stake } from './feed.presenter.ts'
import {
  type FeedPageRequest,
  findEvent,
  findEvents,
  isTopOfAll,
  type SkeletonRow,
  standsBelowPins,
} from './feed.queries.ts'
import { findFeedPage } from './read-feed-page.ts'

type Reading = Pick<Platform, 'db' | 'bus' | 'clock' | 'settings'>

/** A row of a list with its rendered post, and what differs by viewer. */
export interface FoundEvent {
  card: Card
  stake: Stake
}

/** Rows whose event was deleted meanwhile are left out. */
export const withCards = async (platform: Reading, rows: readonly SkeletonRow[]): Promise<FoundEvent[]> => {
  const cards = await cardsOf(platform).find(
    rows.map(row => ({ communityId: row.community_id, eventId: row.id, version: row.version })),
  )
  return rows.flatMap(({ id, version, interested, flagged, answerer_ids, unheard_answers }) => {
    const card = cards.get(id)
    const answers = { answererIds: answerer_ids, unheardAnswers: unheard_answers }
    return card ? { card, stake: { version, interested, flagged, ...answers } } : []
  })
}

/** One page of the feed, newest first. `pinned` is null unless the page shows pinned posts. */
export const findFeed = async (platform: Reading, request: Omit<FeedPageRequest, 'mayHavePins'>) => {
  const mayHavePins = standsBelowPins(request) && (await pinsOf(platform).mayStand(request.actor.communityId))
  const rows = await findFeedPage(platform.db, { ...request, mayHavePins }, agesOf(platform))
  const page = rows.filter(({ pinned }) => !pinned)
  const shown = page.slice(0, PAGE_SIZE)
  const above = isTopOfAll(request) ? rows.filter(({ pinned }) => pinned) : null
  const [events, pinned] = await Promise.all([withCards(platform, shown), above && withCards(platform, above)])
  return {
    events,
    pinned,
    hasNextPage: page.length > PAGE_SIZE,
    lastKey: shown.at(-1)?.id,
  }
}

/** Throws `error404` where the viewer may not see the event. */
export const findEventFor = async (platform: Reading, actor: Actor, id: string): Promise<FoundEvent> => {
  const row = await findEvent(platform.db, actor, id)
  const [found] = row ? await withCards(platform, [row]) : []
  return found ?? fail('error404')
}

/** An event as the viewer sees it. Throws `error404` where they may not see it. */
export const getEvent = async (platform: Reading, actor: Actor, id: string): Promise<LiveEvent> => {
  const { card, stake } = await findEventFor(platform, actor, id)
  return presentEvent(actor, card, stake, platform.clock.now())
}

/** Those of these events that the viewer may see, by id. */
export const findEventsFor = async (
  platform: Reading,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LiveEvent>> => {
  if (ids.length === 0) return new Map()
  const found = await withCards(platform, await findEvents(platform.db, actor, ids))
  const now = platform.clock.now()
  return new Map(found.map(({ card, stake }) => [card.id, presentEvent(actor, card, stake, now)]))
}

/** An event that this actor has just stored: nobody has answered it yet. */
export const presentNewEvent = ({ clock }: Pick<Platform, 'clock'>, actor: Actor, row: CardRow): LiveEvent => {
  const card = presentCard(row)
  const stake = { version: row.version, interested: false, flagged: false, answererIds: [], unheardAnswers: 0 }
  return presentEvent(actor, card, stake, clock.now())
}

/** The newest event of all communities: the ids of later posts must be greater. One index lookup for each community. */
export const findNewestEventId = async (db: Db): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select newest.id from communities c
      cross join lateral (select e.id from events e where e.community_id = c.id order by e.id desc limit 1) newest
    order by newest.id desc limit 1`.execute(db)
  return rows[0]?.id
}

const findChannelIds = async (tx: Tx, communityId: string, eventId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('event_channels')
      .select('channel_id')
      .where('community_id', '=', communityId)
      .where('event_id', '=', eventId)
      .execute()
  ).map(row => row.channel_id)

/** Locks an event against every other change; false when it was deleted. */
export const holdEvent = async (tx: Tx, communityId: string, eventId: string): Promise<boolean> =>
  (await tx
    .selectFrom('events')
    .select('id')
    .where('community_id', '=', communityId)
    .where('id', '=', eventId)
    .forUpdate()
    .executeTakeFirst()) !== undefined

/**
 * Locks an event against every other change and returns its channels. Throws `error404` when it was deleted meanwhile.
 * Every change of an event takes this lock first, which prevents deadlocks.
 */
export const lockEvent = async (tx: Tx, communityId: string, eventId: string): Promise<EventPlace> => {
  if (!(await holdEvent(tx, communityId, eventId))) fail('error404')
  return { eventId, communityId, channelIds: await findChannelIds(tx, communityId, eventId) }
}
