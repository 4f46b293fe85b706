// An event sits on channels, and who reads one of them may know of it: other rooms find and place events by what stands here.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { EventPlace } from './feed.announcements.ts'
import { presentEvent } from './feed.presenter.ts'
import { findEvent } from './feed.queries.ts'

/** An event as this viewer sees it; `error404` when it is none of theirs to know of. */
export const getEvent = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<LiveEvent> => presentEvent(actor, (await findEvent(db, actor, id)) ?? fail('error404'), clock.now())

/** The newest event of all communities: what is posted next must come after it. One look into the key of each community. */
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

/**
 * Locks an event against every other change and answers where it stands; `error404` when it has gone meanwhile. Whoever changes an
 * event takes this lock first, so that no two wait for each other.
 */
export const lockEvent = async (tx: Tx, communityId: string, eventId: string): Promise<EventPlace> => {
  const found = await tx
    .selectFrom('events')
    .select('id')
    .where('community_id', '=', communityId)
    .where('id', '=', eventId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) fail('error404')
  return { eventId, communityId, channelIds: await findChannelIds(tx, communityId, eventId) }
}

/** Puts an event on exactly these channels; answers those that it was on. */
export const putOnChannels = async (
  tx: Tx,
  communityId: string,
  eventId: string,
  channelIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ channel_id: string; category_id: string | null }>`
    delete from event_channels where community_id = ${communityId} and event_id = ${eventId} returning channel_id, category_id`.execute(
    tx,
  )
  await sql`
    insert into event_channels (channel_id, event_id, community_id, group_id, category_id, document)
    select c.channel_id, e.id, e.community_id, e.group_id, ${rows[0]?.category_id ?? null}::uuid, event_search(e)
    from events e, unnest(${channelIds}::uuid[]) as c (channel_id) where e.community_id = ${communityId} and e.id = ${eventId}`.execute(
    tx,
  )
  return rows.map(row => row.channel_id)
}

/** Makes an event found by the words that it now has; answers its channels. */
export const rewriteWords = async (tx: Tx, communityId: string, eventId: string): Promise<string[]> => {
  const { rows } = await sql<{ channel_id: string }>`
    update event_channels ec set document = event_search(e) from events e
    where e.community_id = ${communityId} and e.id = ${eventId} and ec.community_id = e.community_id and ec.event_id = e.id returning ec.channel_id`.execute(
    tx,
  )
  return rows.map(row => row.channel_id)
}
