// A post removed by its author is deleted with its answers and picture. A post removed by the team is hidden, and
// remains stored for an appeal.
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { removeSubjects } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type MemberKey, recordRemoval, type RuleAndReason, type TransactionContext } from '#server/kernel/report.ts'
import { releasePicture } from '../media/media.service.ts'
import { retainCancellations, notifyOfEventRemoval } from './notify-event-changes.service.ts'
import { startTimesOf, consumePendingChange } from './change-notice.service.ts'
import { getEvent, lockEvent } from './feed.service.ts'
import { authorOfPost, lockPicturesOf, storePostSnapshot } from './post-snapshot.service.ts'

/** Hides a post that the team removes, and stores a snapshot for an appeal of its author. */
const removeByTeam = async (
  platform: Platform,
  context: TransactionContext,
  actor: Actor,
  event: FeedPost,
  eventRef: Awaited<ReturnType<typeof lockEvent>>,
  removal: RuleAndReason & { author: MemberKey },
) => {
  // A hidden post has no channels: another member of the team has removed it meanwhile.
  if (eventRef.channelIds.length === 0) fail('error404')
  const at = platform.clock.now()
  await storePostSnapshot(context.tx, event, { reporterId: null, rule: null, reason: null, at })
  await recordRemoval(platform, context, {
    kind: 'post',
    remover: actor,
    otherParticipants: [],
    at,
    pictureIds: await lockPicturesOf(context.tx, event),
    communityId: eventRef.communityId,
    subjectId: eventRef.eventId,
    ...removal,
  })
}

export const removeEvent = async (
  platform: Platform,
  actor: Actor,
  eventId: string,
  ruleAndReason: RuleAndReason,
): Promise<void> => {
  const { db, bus, clock } = platform
  const event = await getEvent(platform, actor, eventId)
  if (!event.abilities.remove) fail('forbidden')
  const isOwn = actor.userId === event.userId
  const author = authorOfPost(event)
  const photoId = await inTransaction(db, async (tx, afterCommit) => {
    const eventRef = await lockEvent(tx, event.communityId, event._id)
    const subject = { communityId: eventRef.communityId, subjectId: eventRef.eventId }
    if (!isOwn) await audit(tx, { act: 'post.removed', userId: actor.userId, accountId: actor.accountId, ...subject })
    if (!isOwn && author) {
      const context = { tx, afterCommit }
      await removeByTeam(platform, context, actor, event, eventRef, { author, ...ruleAndReason })
      return null
    }
    // Read under the lock, because users who answered meanwhile must be notified too.
    const { interested_count, cancelled_at } = await tx
      .selectFrom('events')
      .select(['interested_count', 'cancelled_at'])
      .where('community_id', '=', eventRef.communityId)
      .where('id', '=', eventRef.eventId)
      .executeTakeFirstOrThrow()
    if (isOwn && interested_count > 0) {
      const isCancelled = cancelled_at !== null
      const isUnnotified = isCancelled && (await consumePendingChange(platform, tx, eventRef)) !== undefined
      if ((event.abilities.move && !isCancelled) || isUnnotified)
        await notifyOfEventRemoval(platform, { tx, afterCommit }, eventRef, startTimesOf(event, clock.now()))
      else if (isCancelled) await retainCancellations(tx, eventRef)
    }
    await removeSubjects(platform, tx, { subjectKind: 'event', ids: [eventRef.eventId] })
    const { photo_id, version } = await tx
      .deleteFrom('events')
      .where('community_id', '=', eventRef.communityId)
      .where('id', '=', eventRef.eventId)
      .returning(['photo_id', 'version'])
      .executeTakeFirstOrThrow()
    afterCommit(() => bus.publish('event.deleted', { ...eventRef, version: version + 1 }))
    return photo_id
  })
  await releasePicture(platform, photoId)
}
