// The team pins up to three posts to the top of its feed, each until the end of a day or until it is unpinned.
import { LAST_PIN_DAY, type FeedPost, MAX_PINNED_POSTS } from '@parvis/contract/feed.ts'
import { dayAt, endOfDay } from '@parvis/contract/past-event.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { recordAttempts, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { EventRef } from './feed.live-events.ts'
import { findPinnedIds } from './feed.queries.ts'
import { getEvent, lockEvent } from './feed.service.ts'

/** Maximum per member of the team; pins and unpins are counted together. */
export const PINS_PER_MINUTE = 20

/** Sets the end of the pin to what `findPinEnd` returns. A repeated call changes nothing and consumes no limit. */
const setPin = async (
  platform: Platform,
  actor: Actor,
  id: string,
  act: 'post.pinned' | 'post.unpinned',
  findPinEnd: (tx: Tx, eventRef: EventRef) => Promise<RawBuilder<unknown>>,
): Promise<FeedPost> => {
  const { db, bus } = platform
  const event = await getEvent(platform, actor, id)
  if (!event.abilities.pin) fail('forbidden')
  await inTransaction(db, async (tx, afterCommit) => {
    const eventRef = await lockEvent(tx, event.communityId, event._id)
    const end = await findPinEnd(tx, eventRef)
    const { numAffectedRows: changed } = await sql`update events set pinned_until = ${end}
      where community_id = ${eventRef.communityId} and id = ${eventRef.eventId} and pinned_until is distinct from ${end}`.execute(
      tx,
    )
    if (!changed) return
    await recordAttempts(tx, [{ bucket: `pin ${actor.userId}`, max: PINS_PER_MINUTE, windowMs: MINUTE_MS }])
    await audit(tx, { act, ...auditActor(actor), communityId: eventRef.communityId, subjectId: eventRef.eventId })
    afterCommit(() => bus.publish('event.updated', eventRef))
  })
  return getEvent(platform, actor, id)
}

/** Serializes concurrent pins of a community, which could otherwise exceed the maximum. */
const lockPins = async (tx: Tx, communityId: string): Promise<{ timezone: string }> =>
  tx
    .selectFrom('communities')
    .select('timezone')
    .where('id', '=', communityId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Unpins a restored event if the maximum number of posts was pinned meanwhile. The caller has locked the event. */
export const unpinWithoutRoom = async (
  tx: Tx,
  { communityId, eventId }: Pick<EventRef, 'communityId' | 'eventId'>,
  now: Date,
): Promise<void> => {
  await lockPins(tx, communityId)
  await sql`update events set pinned_until = null
    where community_id = ${communityId} and id = ${eventId} and pinned_until > ${now} and (
      select count(*) from events o where o.community_id = ${communityId} and o.id <> ${eventId} and o.pinned_until > ${now}
        and exists (select from event_channels ec where ec.community_id = o.community_id and ec.event_id = o.id)) >= ${MAX_PINNED_POSTS}`.execute(
    tx,
  )
}

/**
 * Pins an event or changes the end of its pin. `until` is the last day, YYYY-MM-DD in the community’s time zone;
 * undefined pins without end. Throws `badrequest` or `toomanypinned`.
 */
export const pinEvent = (platform: Platform, actor: Actor, id: string, until: string | undefined): Promise<FeedPost> =>
  setPin(platform, actor, id, 'post.pinned', async (tx, { communityId, eventId }) => {
    const now = platform.clock.now()
    const { timezone } = await lockPins(tx, communityId)
    if (until !== undefined && (until < dayAt(now.getTime(), timezone) || until > LAST_PIN_DAY))
      fail('badrequest', { field: 'until' })
    const others = (await findPinnedIds(tx, actor, now)).filter(id => id !== eventId)
    if (others.length >= MAX_PINNED_POSTS) fail('toomanypinned', { params: { count: MAX_PINNED_POSTS } })
    return until === undefined ? sql`timestamptz 'infinity'` : sql`${new Date(endOfDay(until, timezone))}::timestamptz`
  })

export const unpinEvent = (platform: Platform, actor: Actor, id: string): Promise<FeedPost> =>
  setPin(platform, actor, id, 'post.unpinned', async () => sql`null`)
