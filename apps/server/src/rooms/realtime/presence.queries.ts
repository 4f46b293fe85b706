import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'

/** Those of these users of a community who are younger than `age`, in years: a child is on no list of who is there. */
export const findYounger = async (
  db: Db,
  communityId: string,
  userIds: readonly string[],
  age: number,
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select id from users where community_id = ${communityId} and id = any (${userIds}::uuid[])
      and birthdate > current_date - make_interval(years => ${age})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
