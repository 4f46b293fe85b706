// Members whose community subscribes to a channel of an event may see the event. Other features use this file to read
// and lock events.
import type { FeedPost } from '@parvis/contract/feed.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { EventRef } from './feed.live-events.ts'
import { type RenderedPost, renderPost } from './rendered-post.presenter.ts'
import type { RenderedPostRow } from './rendered-post.queries.ts'
import { renderedPostCache } from './rendered-post.cache.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'
import { pinCache } from './pin.cache.ts'
import { presentEvent, type ViewerState } from './feed.presenter.ts'
import { findEvent, findEvents } from './feed.queries.ts'
import { type FeedPageRequest, isFirstFeedPage, type FeedPageIndexRow, isListedBelowPins } from './feed-page.queries.ts'
import { findFeedPage } from './read-feed-page.ts'

type ReadContext = Pick<Platform, 'state' | 'db' | 'bus' | 'clock' | 'settings'>

export interface FoundEvent {
  renderedPost: RenderedPost
  viewerState: ViewerState
}

/** Returns the events of these rows, without those that were deleted meanwhile. */
export const withRenderedPosts = async (
  platform: ReadContext,
  rows: readonly FeedPageIndexRow[],
): Promise<FoundEvent[]> => {
  const renderedPosts = await renderedPostCache(platform).find(
    rows.map(row => ({ communityId: row.community_id, eventId: row.id, version: row.version })),
  )
  return rows.flatMap(({ id, version, interested, flagged, answerer_ids, hidden_answers }) => {
    const renderedPost = renderedPosts.get(id)
    const answers = { answererIds: answerer_ids, hiddenAnswerCount: hidden_answers }
    return renderedPost ? { renderedPost, viewerState: { version, interested, flagged, ...answers } } : []
  })
}

/** Returns one page of the feed, newest first. `pinned` is null except on the first page of the unfiltered feed. */
export const findFeed = async (platform: ReadContext, request: Omit<FeedPageRequest, 'mayHavePins'>) => {
  const mayHavePins = isListedBelowPins(request) && (await pinCache(platform).mayHavePins(request.actor.communityId))
  const rows = await findFeedPage(platform, { ...request, mayHavePins }, currentAgeRule(platform))
  const page = rows.filter(({ pinned }) => !pinned)
  const pageRows = page.slice(0, PAGE_SIZE)
  const pinnedRows = isFirstFeedPage(request) ? rows.filter(({ pinned }) => pinned) : null
  const [events, pinned] = await Promise.all([
    withRenderedPosts(platform, pageRows),
    pinnedRows && withRenderedPosts(platform, pinnedRows),
  ])
  return {
    events,
    pinned,
    hasNextPage: page.length > PAGE_SIZE,
    lastKey: pageRows.at(-1)?.id,
  }
}

/** Throws `error404` if the event does not exist or the viewer may not see it. */
export const findEventFor = async (platform: ReadContext, actor: Actor, eventId: string): Promise<FoundEvent> => {
  const row = await findEvent(platform.db, actor, eventId)
  const [found] = row ? await withRenderedPosts(platform, [row]) : []
  return found ?? fail('error404')
}

/** Presents an event to the viewer. Throws `error404` if the event does not exist or the viewer may not see it. */
export const getEvent = async (platform: ReadContext, actor: Actor, eventId: string): Promise<FeedPost> => {
  const { renderedPost, viewerState } = await findEventFor(platform, actor, eventId)
  return presentEvent(actor, renderedPost, viewerState, platform.clock.now())
}

export const findEventsFor = async (
  platform: ReadContext,
  actor: Actor,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, FeedPost>> => {
  if (eventIds.length === 0) return new Map()
  const found = await withRenderedPosts(platform, await findEvents(platform.db, actor, eventIds))
  const now = platform.clock.now()
  return new Map(
    found.map(({ renderedPost, viewerState }) => [
      renderedPost.id,
      presentEvent(actor, renderedPost, viewerState, now),
    ]),
  )
}

/** Presents an event that this actor has just stored; nobody has answered it yet. */
export const presentNewEvent = ({ clock }: Pick<Platform, 'clock'>, actor: Actor, row: RenderedPostRow): FeedPost => {
  const renderedPost = renderPost(row)
  const viewerState = { version: row.version, interested: false, flagged: false, answererIds: [], hiddenAnswerCount: 0 }
  return presentEvent(actor, renderedPost, viewerState, clock.now())
}

/** Returns the greatest event id of all communities, with one index lookup per community. New ids must be greater. */
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

/** Locks an event against every other change. Returns false if it does not exist. */
export const tryLockEvent = async (tx: Tx, communityId: string, eventId: string): Promise<boolean> =>
  (await tx
    .selectFrom('events')
    .select('id')
    .where('community_id', '=', communityId)
    .where('id', '=', eventId)
    .forUpdate()
    .executeTakeFirst()) !== undefined

/**
 * Locks an event and returns it with its channels. Every change acquires this lock before others, to prevent deadlocks.
 * Throws `error404` if the event does not exist.
 */
export const lockEvent = async (tx: Tx, communityId: string, eventId: string): Promise<EventRef> => {
  if (!(await tryLockEvent(tx, communityId, eventId))) fail('error404')
  return { eventId, communityId, channelIds: await findChannelIds(tx, communityId, eventId) }
}
