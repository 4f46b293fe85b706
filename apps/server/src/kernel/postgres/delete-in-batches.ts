import type { RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Rows per statement: few enough for the statement timeout. */
const BATCH_SIZE = 2_000

/**
 * Repeats a deletion of at most `limit` rows until fewer are deleted; returns the total. `deletion` selects its rows
 * with `for update skip locked`.
 */
export const deleteInBatches = async (db: Db, deletion: (limit: number) => RawBuilder<unknown>): Promise<number> => {
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await deletion(BATCH_SIZE).execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < BATCH_SIZE) return deleted
  }
}
