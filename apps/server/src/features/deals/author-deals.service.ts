// Deals of an author who has left are hidden from everybody; they are shown again if the author comes back, or are
// erased for good.
import { sql } from 'kysely'
import { removeSubjects } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type AfterCommit, inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { releasePicture } from '../media/media.service.ts'
import { updateListedFlags, readDealVisibility, publishDealChange } from './deal-visibility.service.ts'

interface Author {
  communityId: string
  userId: string
}

const lockDealsOf = (tx: Tx, { communityId, userId }: Author) =>
  tx
    .selectFrom('deals')
    .select('id')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Recomputes the `listed` flags of an author’s deals after the author has left or come back. */
export const updateDealsOfAuthor = async (
  { bus, clock }: Platform,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  author: Author,
): Promise<void> => {
  const { communityId, userId } = author
  const ids = (await lockDealsOf(tx, author)).map(({ id }) => id)
  if (ids.length === 0) return
  const before = new Map<string, Awaited<ReturnType<typeof readDealVisibility>>>()
  for (const id of ids) before.set(id, await readDealVisibility(tx, id))
  await updateListedFlags(tx, sql<boolean>`d.community_id = ${communityId} and d.user_id = ${userId}`, clock.now())
  for (const id of ids) {
    const after = await readDealVisibility(tx, id)
    publishDealChange({ bus }, afterCommit, { dealId: id, homeId: communityId, before: before.get(id)!, after })
  }
}

/** Erases the deals of a user who has left for good, each in its own transaction. */
export const eraseDealsOf = async (platform: Platform, { communityId, userId }: Author): Promise<void> => {
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
    for (const picture of [photo_id, map_photo_id]) if (picture) await releasePicture(platform, picture, 'public')
  }
  await sql`delete from deal_flags where community_id = ${communityId} and snapshot ->> 'user_id' = ${userId}`.execute(
    db,
  )
  await db.updateTable('deal_flags').set({ rule: null, reason: null }).where('reporter_id', '=', userId).execute()
}
