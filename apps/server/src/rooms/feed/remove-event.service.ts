// Its author may take a post away, and so may the team: it goes with its answers, and its picture with it.
import type { Actor } from '#server/kernel/actor.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { releasePicture } from '../media/media.service.ts'
import { getEvent, lockEvent } from './feed.service.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'post.removed': true
  }
}

export const removeEvent = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const { db, bus } = platform
  const event = await getEvent(platform, actor, id)
  if (!event.abilities.remove) fail('forbidden')
  const photoId = await inTransaction(db, async (tx, afterCommit) => {
    const place = await lockEvent(tx, event.communityId, event._id)
    const { photo_id, version } = await tx
      .deleteFrom('events')
      .where('community_id', '=', place.communityId)
      .where('id', '=', place.eventId)
      .returning(['photo_id', 'version'])
      .executeTakeFirstOrThrow()
    if (actor.userId !== event.userId)
      await audit(tx, {
        act: 'post.removed',
        communityId: place.communityId,
        userId: actor.userId,
        accountId: actor.accountId,
        subjectId: place.eventId,
      })
    afterCommit(() => bus.announce('event.deleted', { ...place, version: version + 1 }))
    return photo_id
  })
  if (photoId) await releasePicture(platform, photoId)
}
