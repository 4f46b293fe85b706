import type { RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Rows per statement: few enough to stay well within the statement timeout. */
const BATCH_SIZE = 2_000

/**
 * Repeats a deletion of at most `limit` rows until fewer are found. Written with `for update skip locked` it does not
 * wait for locks, and concurrent runs share the work. Returns the number of deleted rows.
 */
export const deleteInBatches = async (db: Db, deletion: (limit: number) => RawBuilder<unknown>): Promise<number> => {
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await deletion(BATCH_SIZE).execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < BATCH_SIZE) return deleted
  }
}
