// Deals of an author who has left are hidden from everybody; they are shown again if the author comes back, or are
// erased for good.
import type { MemberKey, TransactionContext } from '#server/kernel/report.ts'
import { sql } from 'kysely'
import { removeSubjects } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { releasePicture } from '../media/media.service.ts'
import { changeDeals } from './deal-visibility.service.ts'

const lockDealsOf = (tx: Tx, { communityId, userId }: MemberKey) =>
  tx
    .selectFrom('deals')
    .select(['id', 'community_id'])
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Recomputes the `listed` flags of an author’s deals after the author has left or come back. */
export const updateDealsOfAuthor = async (
  platform: Platform,
  context: TransactionContext,
  author: MemberKey,
): Promise<void> => changeDeals(platform, context, await lockDealsOf(context.tx, author), async () => {})

/** Erases the deals of a user who has left for good, each in its own transaction. */
export const eraseDealsOf = async (platform: Platform, { communityId, userId }: MemberKey): Promise<void> => {
  const { db, bus } = platform
  const deals = await db
    .selectFrom('deals')
    .select(['id', 'photo_id', 'map_photo_id'])
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .execute()
  for (const { id, photo_id, map_photo_id } of deals) {
    await inTransaction(db, async (tx, afterCommit) => {
      await tx.deleteFrom('deals').where('id', '=', id).execute()
      await removeSubjects(platform, tx, { subjectKind: 'deal', ids: [id] })
      afterCommit(() => bus.publish('display.changed', { ids: [id] }))
    })
    for (const picture of [photo_id, map_photo_id]) await releasePicture(platform, picture, 'public')
  }
  await sql`delete from deal_flags where community_id = ${communityId} and snapshot ->> 'user_id' = ${userId}`.execute(
    db,
  )
  await db.updateTable('deal_flags').set({ rule: null, reason: null }).where('reporter_id', '=', userId).execute()
}
