// The message templates that every community is offered stand in the database from the installation's first start.
import type { Db } from '#server/kernel/postgres/db.ts'

export const hasCatalogue = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('template_categories')
    .select('id')
    .where('community_id', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
