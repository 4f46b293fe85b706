import type { RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Rows per statement: few enough for the statement timeout. */
const BATCH_SIZE = 2_000

/** Repeats `deletion` of at most `limit` rows, selected with `for update skip locked`; returns the total. */
export const deleteInBatches = async (db: Db, deletion: (limit: number) => RawBuilder<unknown>): Promise<number> => {
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await deletion(BATCH_SIZE).execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < BATCH_SIZE) return deleted
  }
}
