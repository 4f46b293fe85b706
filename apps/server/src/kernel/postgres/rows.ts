import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Returns the rows of a statement that is written in SQL. */
export const selectRows = async <T>(db: Db, statement: RawBuilder<T> | CompiledQuery<T>): Promise<T[]> =>
  (await ('execute' in statement ? statement.execute(db) : db.executeQuery(statement))).rows

/** Returns the first row of a statement that is written in SQL. */
export const selectRow = async <T>(db: Db, statement: RawBuilder<T> | CompiledQuery<T>): Promise<T | undefined> =>
  (await selectRows(db, statement))[0]
