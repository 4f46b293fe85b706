// The author cancels an event before it is past. The post remains visible, marked as cancelled, and accepts no answers.
import type { FeedPost } from '@parvis/contract/feed.ts'
import { isBlank } from '@parvis/contract/blank.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { textLimit } from '#server/kernel/limits/day-limit.ts'
import { recordAttempts, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { getEvent, lockEvent } from './feed.service.ts'
import { enqueueChangeNotice } from './change-notice.service.ts'

export const CANCELLATIONS_PER_MINUTE = 10

/** Returns the cancelled event. Throws `calledoff` if it is cancelled already, `pastevent` if it is over. */
export const cancelEvent = async (
  platform: Platform,
  actor: Actor,
  eventId: string,
  reason: string | null | undefined,
): Promise<FeedPost> => {
  const { db, bus, clock } = platform
  const event = await getEvent(platform, actor, eventId)
  // An event that the author may not edit cannot be cancelled either.
  if (!event.abilities.edit || event.eventId.dateId === null) fail('forbidden')
  if (event.cancelled) fail('calledoff')
  if (!event.abilities.move) fail('pastevent')
  const trimmedReason = isBlank(reason) ? null : reason!.trim()
  await inTransaction(db, async (tx, afterCommit) => {
    const eventRef = await lockEvent(tx, event.communityId, event._id)
    await recordAttempts(tx, [
      { bucket: `cancel ${actor.userId}`, max: CANCELLATIONS_PER_MINUTE, windowMs: MINUTE_MS },
      textLimit(actor, { reason: trimmedReason }),
    ])
    const now = clock.now()
    const { numUpdatedRows } = await tx
      .updateTable('events')
      .set({ cancelled_at: now, cancel_reason: trimmedReason, updated_at: now })
      .where('community_id', '=', eventRef.communityId)
      .where('id', '=', eventRef.eventId)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) fail('calledoff')
    await audit(tx, {
      act: 'post.calledoff',
      ...auditActor(actor),
      communityId: eventRef.communityId,
      subjectId: eventRef.eventId,
    })
    await enqueueChangeNotice(platform, { tx, afterCommit }, eventRef, { notifiedAt: null, isCancelled: true })
    afterCommit(() => bus.publish('event.updated', eventRef))
  })
  return getEvent(platform, actor, eventId)
}
