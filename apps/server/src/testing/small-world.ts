import { sql } from 'kysely'
import type { Db } from '../kernel/postgres/db.ts'
import { newId } from '../kernel/ids.ts'

/**
 * Adds one open community with `count` neighbours to an empty database. This is faster than the demo world, for tests
 * that only need a number of members.
 */
export const addCommunityWithNeighbors = async (db: Db, count: number): Promise<void> => {
  const [communityId, channelId] = [newId(), newId()]
  await sql`insert into communities (id, name, custom_uri, community_type) values (${communityId}, 'Les Tilleuls', 'les-tilleuls', 'Neighborhood')`.execute(
    db,
  )
  await db
    .insertInto('channels')
    .values({
      id: channelId,
      community_id: communityId,
      organization_id: null,
      channel_type: 'NeighborhoodEventChannel',
    })
    .execute()
  await db.insertInto('community_channels').values({ community_id: communityId, channel_id: channelId }).execute()
  await sql`
    with made as (
      insert into accounts (id, email, confirmed_at) select gen_random_uuid(), 'n' || n || '@test.example', now() from generate_series(1, ${count}::int) n
      returning id, email)
    insert into users (community_id, id, account_id, role, pseudo) select ${communityId}::uuid, gen_random_uuid(), id, 'neighbor', email from made`.execute(
    db,
  )
}
