// The author deletes a post with its answers and its picture. What the team removes from others is hidden and retained,
// as a decision that the author reads and may appeal.
import type { Actor } from '#server/kernel/actor.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { RuleAndReason } from '#server/kernel/report.ts'
import type { AppContext } from '#server/kernel/feature.ts'
import { releasePicture } from '../media/media.service.ts'
import { keepCalledOff, tellRemoved } from '../notifications/tell-changes.service.ts'
import { startsOf, takeUntoldChange } from './change-notice.service.ts'
import { getEvent, lockEvent } from './feed.service.ts'
import { authorOfPost, holdPicturesOf, keepPost } from './keep-post.service.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'post.removed': true
  }
}

export const removeEvent = async (
  platform: Platform,
  onRemoval: AppContext['onRemoval'],
  actor: Actor,
  id: string,
  words: RuleAndReason,
): Promise<void> => {
  const { db, bus, clock } = platform
  const event = await getEvent(platform, actor, id)
  if (!event.abilities.remove) fail('forbidden')
  const isOwn = actor.userId === event.userId
  const author = authorOfPost(event)
  const photoId = await inTransaction(db, async (tx, afterCommit) => {
    const place = await lockEvent(tx, event.communityId, event._id)
    const name = { communityId: place.communityId, subjectId: place.eventId }
    if (!isOwn) await audit(tx, { act: 'post.removed', userId: actor.userId, accountId: actor.accountId, ...name })
    if (!isOwn && author) {
      // Another team member was faster.
      if (place.channelIds.length === 0) fail('error404')
      const at = clock.now()
      await keepPost(tx, event, { reporterId: null, rule: null, reason: null, at })
      await onRemoval(
        platform,
        { tx, afterCommit },
        {
          kind: 'post',
          remover: actor,
          author,
          others: [],
          at,
          pictureIds: await holdPicturesOf(tx, event),
          ...name,
          ...words,
        },
      )
      return null
    }
    // Read under the lock: users who answered meanwhile must be notified too.
    const { interested_count, cancelled_at } = await tx
      .selectFrom('events')
      .select(['interested_count', 'cancelled_at'])
      .where('community_id', '=', place.communityId)
      .where('id', '=', place.eventId)
      .executeTakeFirstOrThrow()
    if (isOwn && interested_count > 0) {
      const isCalledOff = cancelled_at !== null
      const isUntold = isCalledOff && (await takeUntoldChange(platform, tx, place)) !== undefined
      if ((event.abilities.move && !isCalledOff) || isUntold)
        await tellRemoved(platform, { tx, afterCommit }, place, startsOf(event, clock.now()))
      else if (isCalledOff) await keepCalledOff(tx, place)
    }
    const { photo_id, version } = await tx
      .deleteFrom('events')
      .where('community_id', '=', place.communityId)
      .where('id', '=', place.eventId)
      .returning(['photo_id', 'version'])
      .executeTakeFirstOrThrow()
    afterCommit(() => bus.announce('event.deleted', { ...place, version: version + 1 }))
    return photo_id
  })
  if (photoId) await releasePicture(platform, photoId)
}
