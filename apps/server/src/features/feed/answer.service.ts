// Members answer a post and withdraw the answer. The stored count of answers is exact even with concurrent requests.
import type { FeedPost } from '@parvis/contract/feed.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { recordAttempts, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import { retractAnswerNotification, notifyOfAnswer } from './notify-answers.service.ts'
import { canAnswer } from './feed.policy.ts'
import { getEvent, lockEvent } from './feed.service.ts'

/** Maximum per member; answers and withdrawals are counted together. */
export const ANSWERS_PER_MINUTE = 60

/** Inserts or deletes the answer; returns whether that changed anything. */
const changeAnswer = async (
  tx: Tx,
  answer: { community_id: string; event_id: string; user_id: string },
  isInterested: boolean,
): Promise<boolean> => {
  if (!isInterested) {
    const { numDeletedRows } = await tx
      .deleteFrom('event_answers')
      .where('community_id', '=', answer.community_id)
      .where('event_id', '=', answer.event_id)
      .where('user_id', '=', answer.user_id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const added = await tx
    .insertInto('event_answers')
    .values(answer)
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return added !== undefined
}

/**
 * Returns the post after the change. A repeated call notifies nobody and consumes no limit. Throws `pastevent` or
 * `calledoff`.
 */
export const setAnswer = async (
  platform: Platform,
  actor: Actor,
  eventId: string,
  isInterested: boolean,
): Promise<FeedPost> => {
  const { db, bus } = platform
  const event = await getEvent(platform, actor, eventId)
  if (!canAnswer(actor, event)) fail('forbidden')
  if (isInterested && !event.interested && !event.abilities.answer) fail(event.cancelled ? 'calledoff' : 'pastevent')
  const key = { community_id: event.communityId, event_id: event._id, user_id: actor.userId }
  const changed = await inTransaction(db, async (tx, afterCommit) => {
    const eventRef = await lockEvent(tx, event.communityId, event._id)
    if (!(await changeAnswer(tx, key, isInterested))) return false
    await recordAttempts(tx, [{ bucket: `answer ${actor.userId}`, max: ANSWERS_PER_MINUTE, windowMs: MINUTE_MS }])
    const { cancelled_at: cancelledAt } = await tx
      .updateTable('events')
      .set({ interested_count: sql`interested_count + ${isInterested ? 1 : -1}` })
      .where('community_id', '=', key.community_id)
      .where('id', '=', key.event_id)
      .returning('cancelled_at')
      .executeTakeFirstOrThrow()
    // The event was cancelled after it was read: the member would not be notified of the cancellation.
    if (isInterested && cancelledAt) fail('calledoff')
    if (isInterested) await notifyOfAnswer(platform, { tx, afterCommit }, eventRef)
    else await retractAnswerNotification(platform, { tx, afterCommit }, eventRef)
    const { groupId, userId } = event
    const answer = {
      tx,
      afterCommit,
      actor,
      event: { communityId: event.communityId, eventId: event._id, groupId, userId },
      interested: isInterested,
    }
    for (const feature of platform.features) await feature.onAnswer?.(platform, answer)
    afterCommit(() => bus.publish('event.answered', { ...eventRef, userId: actor.userId, interested: isInterested }))
    return true
  })
  return changed ? getEvent(platform, actor, eventId) : event
}
