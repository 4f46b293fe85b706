// Who leaves for good takes along what they published, with its answers and its group, and the answers that they gave.
import { sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { releasePicture } from '../media/media.service.ts'
import { takeBackAnswered } from '../notifications/tell-answers.service.ts'
import { lockEvent } from './feed.service.ts'

interface Member {
  communityId: string
  userId: string
}

/** Posts, or answers, of one transaction: none holds what others are about to answer for long. */
const SLICE = 20

/** What they published, and what was reported of it. */
export const erasePostsOf = async (platform: Platform, { communityId, userId }: Member): Promise<void> => {
  const { db, bus } = platform
  const some = () =>
    inTransaction(db, async (tx, afterCommit) => {
      const ids = await tx
        .selectFrom('events')
        .select('id')
        .where('community_id', '=', communityId)
        .where('user_id', '=', userId)
        .orderBy('id')
        .limit(SLICE)
        .execute()
      const photos: string[] = []
      for (const { id } of ids) {
        const place = await lockEvent(tx, communityId, id)
        const { photo_id, version } = await tx
          .deleteFrom('events')
          .where('community_id', '=', communityId)
          .where('id', '=', id)
          .returning(['photo_id', 'version'])
          .executeTakeFirstOrThrow()
        if (photo_id) photos.push(photo_id)
        afterCommit(() => bus.announce('event.deleted', { ...place, version: version + 1 }))
      }
      return { count: ids.length, photos }
    })
  let count: number
  do {
    const done = await some()
    count = done.count
    for (const photo of done.photos) await releasePicture(platform, photo)
  } while (count === SLICE)
  await sql`delete from event_flags where community_id = ${communityId} and snapshot ->> 'user_id' = ${userId}`.execute(
    db,
  )
  await db.updateTable('event_flags').set({ reason: null }).where('reporter_id', '=', userId).execute()
}

/** The answers that they gave, wherever they gave them. */
export const eraseAnswersOf = async (platform: Platform, { userId }: Member): Promise<void> => {
  const { db, bus } = platform
  const some = () =>
    inTransaction(db, async (tx, afterCommit) => {
      const answers = await tx
        .selectFrom('event_answers')
        .select(['community_id', 'event_id'])
        .where('user_id', '=', userId)
        .orderBy('event_id')
        .limit(SLICE)
        .execute()
      for (const answer of answers) {
        const place = await lockEvent(tx, answer.community_id, answer.event_id)
        const { numDeletedRows } = await tx
          .deleteFrom('event_answers')
          .where('community_id', '=', answer.community_id)
          .where('event_id', '=', answer.event_id)
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
        if (!numDeletedRows) continue
        await tx
          .updateTable('events')
          .set({ interested_count: sql`interested_count - 1` })
          .where('community_id', '=', answer.community_id)
          .where('id', '=', answer.event_id)
          .execute()
        await takeBackAnswered(platform, { tx, afterCommit }, place)
        afterCommit(() => bus.announce('event.answered', { ...place, userId, interested: false }))
      }
      return answers.length
    })
  while ((await some()) === SLICE);
}
