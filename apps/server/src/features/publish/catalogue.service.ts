// The catalogue of templates, offered to every community, is in the database from the first start.
import type { Db } from '#server/kernel/postgres/db.ts'

export const hasTemplateCatalogue = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('template_categories')
    .select('id')
    .where('community_id', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
