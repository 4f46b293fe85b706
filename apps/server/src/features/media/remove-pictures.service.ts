// The bytes of a picture are removed before its row, so that a removal can be repeated.
import { mediaSizes } from '@parvis/contract/entity.ts'
import { sql } from 'kysely'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { isRetainedColumn, isReferencedColumn } from './media.queries.ts'

/** The PostgreSQL error code for a row that is still referenced. */
const FOREIGN_KEY_VIOLATION = '23503'

export const removePictureBytes = async ({ storage }: Platform, id: string) => {
  for (const size of mediaSizes) await storage.remove(`${id}/${size}`)
}

const falseIfReferenced = (error: { code?: string }) => {
  if (error.code === FOREIGN_KEY_VIOLATION) return false
  throw error
}

/** Bytes are removed before the row, which remains for a retry if that fails or the process ends. */
export const removeUnusedPicture = async (platform: Platform, id: string): Promise<void> => {
  await inTransaction(platform.db, async tx => {
    // waits for a concurrent report, whose case the next statement then sees
    await sql`select from media where id = ${id} for update`.execute(tx)
    const { numDeletedRows } = await tx
      .deleteFrom('media as m')
      .where('m.id', '=', id)
      .where('m.unused_since', 'is not', null)
      .where(eb => eb.not(isRetainedColumn))
      .executeTakeFirst()
    if (numDeletedRows) await removePictureBytes(platform, id)
    return true
  }).catch(falseIfReferenced)
}

const REMOVAL_BATCH_SIZE = 50

/** Bytes are removed before the row commits, so that a run can be repeated. Used pictures stay, without uploader. */
export const erasePicturesOf = async (
  platform: Platform,
  { communityId, userId }: { communityId: string; userId: string },
): Promise<void> => {
  const { db } = platform
  const own = () =>
    db.selectFrom('media').select('id').where('community_id', '=', communityId).where('user_id', '=', userId)
  for (;;) {
    const pictures = await own().limit(REMOVAL_BATCH_SIZE).execute()
    if (pictures.length === 0) return
    for (const { id } of pictures) {
      const removed = await inTransaction(db, async tx => {
        await tx.deleteFrom('media').where('id', '=', id).execute()
        await removePictureBytes(platform, id)
        return true
      }).catch(falseIfReferenced)
      if (!removed) await db.updateTable('media').set({ user_id: null }).where('id', '=', id).execute()
    }
  }
}

/** Removes pictures unused for a day that no case retains. Throws at the end if the bytes of some remain. */
export const purgeUnusedPictures = async (platform: Platform): Promise<void> => {
  const before = new Date(platform.clock.now().getTime() - DAY_MS)
  const failures: unknown[] = []
  for (let after: string | undefined, hasMore = true; hasMore;) {
    const pictures = await platform.db
      .selectFrom('media as m')
      .select('m.id')
      .where('m.unused_since', '<', before)
      .where(eb => eb.not(isRetainedColumn))
      .$if(after !== undefined, query => query.where('m.id', '>', after!))
      .orderBy('m.id')
      .limit(REMOVAL_BATCH_SIZE)
      .execute()
    for (const { id } of pictures) await removeUnusedPicture(platform, id).catch(error => failures.push(error))
    after = pictures.at(-1)?.id
    hasMore = pictures.length === REMOVAL_BATCH_SIZE
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} pictures could not be removed`)
}

const MARKING_BATCH_SIZE = 1000

/** Finds pictures whose process ended between deleting the content and releasing its picture. */
export const markUnreferencedPictures = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
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
        and m.created_at < ${new Date(now.getTime() - DAY_MS)} and not ${isReferencedColumn}`.execute(db)
    after = ids.at(-1)
    hasMore = ids.length === MARKING_BATCH_SIZE
  }
}
