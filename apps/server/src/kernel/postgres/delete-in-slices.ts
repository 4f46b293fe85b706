import type { RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Rows of one statement: each takes a fraction of the time that a statement may take, however many rows there are. */
const SLICE = 2_000

/**
 * Runs a deletion of at most `limit` rows until a run finds fewer. Written with `for update skip locked`, it waits for
 * nobody: what another run is deleting at this moment is left to that. Answers how many are gone.
 */
export const deleteInSlices = async (db: Db, deletion: (limit: number) => RawBuilder<unknown>): Promise<number> => {
  let gone = 0
  for (;;) {
    const { numAffectedRows = 0n } = await deletion(SLICE).execute(db)
    gone += Number(numAffectedRows)
    if (numAffectedRows < SLICE) return gone
  }
}
