// A search finds posts by the name of their template, and a filter finds them by the category of their template. The
// name and the category are copied to `event_channels`, and the copies are updated after a change of the template.
import { sql } from 'kysely'
import { FIRST_ID } from '#server/kernel/ids.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

const EVENTS_PER_BATCH = 200

/** Updates the search documents and categories of a template’s posts in batches. Each batch locks its posts. */
export const reindexTemplateEvents = async (db: Db, templateId: string): Promise<void> => {
  for (let after = FIRST_ID; ;) {
    const last = await db.transaction().execute(async tx => {
      const events = await tx
        .selectFrom('events')
        .select(['community_id', 'id'])
        .where('template_id', '=', templateId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(EVENTS_PER_BATCH)
        .forNoKeyUpdate()
        .execute()
      await sql`
        update event_channels ec set document = e.document, category_id = e.category_id
        from (select e.community_id, e.id, t.category_id, event_search(e) as document
          from unnest(${events.map(({ community_id }) => community_id)}::uuid[], ${events.map(({ id }) => id)}::uuid[]) as asked (community_id, id)
          join events e on e.community_id = asked.community_id and e.id = asked.id
          join templates t on t.id = e.template_id offset 0) e
        where ec.community_id = e.community_id and ec.event_id = e.id`.execute(tx)
      return events.at(-1)?.id
    })
    if (!last) return
    after = last
  }
}
