import type { RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Returns the rows of a statement that is written in SQL. */
export const selectRows = async <T>(db: Db, statement: RawBuilder<T>): Promise<T[]> =>
  (await statement.execute(db)).rows

/** Returns the first row of a statement that is written in SQL. */
export const selectRow = async <T>(db: Db, statement: RawBuilder<T>): Promise<T | undefined> =>
  (await statement.execute(db)).rows[0]
