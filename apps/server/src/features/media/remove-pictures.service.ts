// The files of a picture are deleted before the deletion of its row is committed, so that a failed deletion can be
// repeated.
import { iteratePages } from '#server/kernel/data-export.ts'
import { mediaSizes } from '@parvis/contract/entity.ts'
import { sql } from 'kysely'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { isRetainedColumn, isReferencedColumn } from './media.queries.ts'

/** The PostgreSQL error code for a row that is still referenced. */
const FOREIGN_KEY_VIOLATION = '23503'

export const deletePictureFiles = async ({ storage }: Platform, id: string) => {
  for (const size of mediaSizes) await storage.remove(`${id}/${size}`)
}

const falseIfReferenced = (error: { code?: string }) => {
  if (error.code === FOREIGN_KEY_VIOLATION) return false
  throw error
}

/** Deletes an unused picture unless a moderation case retains it. The row remains if deleting the files fails. */
export const removeUnusedPicture = async (platform: Platform, id: string): Promise<void> => {
  await inTransaction(platform.db, async tx => {
    // The row lock waits for a concurrent report, so that the next statement sees the case of that report.
    await sql`select from media where id = ${id} for update`.execute(tx)
    const { numDeletedRows } = await tx
      .deleteFrom('media as m')
      .where('m.id', '=', id)
      .where('m.unused_since', 'is not', null)
      .where(eb => eb.not(isRetainedColumn))
      .executeTakeFirst()
    if (numDeletedRows) await deletePictureFiles(platform, id)
    return true
  }).catch(falseIfReferenced)
}

const REMOVAL_BATCH_SIZE = 50

/** Deletes the pictures that the member uploaded. Pictures that are still used only lose their uploader. */
export const erasePicturesOf = async (
  platform: Platform,
  { communityId, userId }: { communityId: string; userId: string },
): Promise<void> => {
  const { db } = platform
  const ownPictures = () =>
    db.selectFrom('media').select('id').where('community_id', '=', communityId).where('user_id', '=', userId)
  for (;;) {
    const pictures = await ownPictures().limit(REMOVAL_BATCH_SIZE).execute()
    if (pictures.length === 0) return
    for (const { id } of pictures) {
      const removed = await inTransaction(db, async tx => {
        await tx.deleteFrom('media').where('id', '=', id).execute()
        await deletePictureFiles(platform, id)
        return true
      }).catch(falseIfReferenced)
      if (!removed) await db.updateTable('media').set({ user_id: null }).where('id', '=', id).execute()
    }
  }
}

/**
 * Deletes pictures that have been unused for a day, unless a moderation case retains them. Throws at the end if some
 * deletions failed.
 */
export const purgeUnusedPictures = async (platform: Platform): Promise<void> => {
  const before = new Date(platform.clock.now().getTime() - DAY_MS)
  const failures: unknown[] = []
  const pictures = iteratePages(
    (after, limit) =>
      platform.db
        .selectFrom('media as m')
        .select('m.id')
        .where('m.unused_since', '<', before)
        .where(eb => eb.not(isRetainedColumn))
        .$if(after !== null, query => query.where('m.id', '>', after!))
        .orderBy('m.id')
        .limit(limit)
        .execute(),
    ({ id }) => id,
  )
  for await (const { id } of pictures) await removeUnusedPicture(platform, id).catch(error => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} pictures could not be removed`)
}

const MARKING_BATCH_SIZE = 1000

/**
 * Marks unreferenced pictures as unused: those whose content was deleted by a process that ended before releasing them.
 */
export const markUnreferencedPictures = async ({
  db,
  clock,
  features,
}: Pick<Platform, 'db' | 'clock' | 'features'>): Promise<void> => {
  const now = clock.now()
  for (let after: string | undefined, hasMore = true; hasMore;) {
    const pictures = await db
      .selectFrom('media')
      .select('id')
      .$if(after !== undefined, query => query.where('id', '>', after!))
      .orderBy('id')
      .limit(MARKING_BATCH_SIZE)
      .execute()
    const ids = pictures.map(({ id }) => id)
    await sql`update media m set unused_since = ${now}
      where m.id = any(${ids}::uuid[]) and m.unused_since is null
        and m.created_at < ${new Date(now.getTime() - DAY_MS)} and not ${isReferencedColumn(features)}`.execute(db)
    after = ids.at(-1)
    hasMore = ids.length === MARKING_BATCH_SIZE
  }
}
