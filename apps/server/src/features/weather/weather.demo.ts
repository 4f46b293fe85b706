import type { Posts } from '@parvis/demo-world/make-posts.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/kernel/postgres/db.ts'

/** Records the mornings of the demo posts, so that no second forecast is published for these mornings. */
export const writeDemoMornings = async (tx: Tx, { posts }: Posts) => {
  const postIds = posts.filter(({ group }) => group === 'weather').map(({ id }) => id)
  await sql`
    insert into weather_mornings (community_id, day, event_id)
    select e.community_id, (e.created_at at time zone c.timezone)::date, e.id
    from events e join communities c on c.id = e.community_id where e.id = any (${postIds}::uuid[])
    on conflict do nothing`.execute(tx)
}
