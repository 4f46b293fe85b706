import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'

/** Those of these users who are younger than `age`, in years: a child is on no list of who is there. */
export const findYounger = async (db: Db, userIds: readonly string[], age: number): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = any (${userIds}::uuid[])
      and birthdate > current_date - make_interval(years => ${age})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
