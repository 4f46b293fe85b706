import type { RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Rows per statement: few enough for the statement timeout. */
const BATCH_SIZE = 2_000

/** Repeats `deletion` of at most `limit` rows, selected with `for update skip locked`, until fewer are left. */
export const deleteInBatches = async (
  db: Db,
  deletion: (limit: number) => RawBuilder<unknown>,
  batchSize = BATCH_SIZE,
): Promise<void> => {
  while (((await deletion(batchSize).execute(db)).numAffectedRows ?? 0n) >= batchSize);
}
