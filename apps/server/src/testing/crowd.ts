import { sql } from 'kysely'
import { newId } from '../kernel/ids.ts'
import type { TestServer } from './test-server.ts'

export interface Crowd {
  /** Neighbours with a name, a building and a picture, not sorted by name. */
  neighborIds: string[]
  pendingIds: string[]
  invitedIds: string[]
}

/** Adds the given numbers of neighbours, of pending members, and of invited people who have not registered. */
export const addCrowd = async (
  { db, communityId }: TestServer,
  community: string,
  { neighbors = 0, pending = 0, invited = 0 }: { neighbors?: number; pending?: number; invited?: number },
): Promise<Crowd> => {
  const home = await communityId(community)
  const { photo_id: photoId } = await db
    .selectFrom('users')
    .select('photo_id')
    .where('community_id', '=', home)
    .where('photo_id', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  const add = async (kind: 'here' | 'waits' | 'invited', count: number) => {
    const ids = Array.from({ length: count }, () => newId())
    await sql`
      with made as (
        insert into accounts (id, email, confirmed_at)
        select gen_random_uuid(), ${kind} || n || '@crowd.example', now() from generate_series(1, ${count}::int) n
        returning id, email
      )
      insert into users (community_id, id, account_id, role, pseudo, firstname, lastname, gender, building, photo_id,
        first_login, enabled_at, invited_at)
      select ${home}, (${ids}::uuid[])[n], made.id, 'neighbor', ${kind} || 'Voisin' || n,
        case when ${kind !== 'invited'}::boolean then (array['Élodie', 'Anne-Sophie', 'Jean-Baptiste', 'Zoé', 'Marc', 'Hélène', 'Benoît'])[1 + n % 7] end,
        case when ${kind !== 'invited'}::boolean then (array['Dupont', 'Martin', 'Éon', 'Bernard', 'Zidane'])[1 + n % 5] || n end,
        (array['M', 'F'])[1 + n % 2], 'B', ${photoId}, ${kind === 'invited'}::boolean,
        case when ${kind !== 'waits'}::boolean then now() end, case when ${kind === 'invited'}::boolean then now() end
      from generate_series(1, ${count}::int) n join made on made.email = ${kind} || n || '@crowd.example'`.execute(db)
    return ids
  }
  const crowd = {
    neighborIds: await add('here', neighbors),
    pendingIds: await add('waits', pending),
    invitedIds: await add('invited', invited),
  }
  await sql`analyze users, accounts`.execute(db)
  return crowd
}

export const addAnswers = async ({ db }: TestServer, eventId: string, userIds: readonly string[]): Promise<void> => {
  await sql`
    insert into event_answers (community_id, event_id, user_id, created_at)
    select e.community_id, e.id, who.id, now() - interval '1 hour' + who.n * interval '1 millisecond'
    from events e, unnest(${userIds}::uuid[]) with ordinality as who (id, n) where e.id = ${eventId}`.execute(db)
  await sql`update events set interested_count = interested_count + ${userIds.length}, version = version + 1
    where id = ${eventId}`.execute(db)
  await sql`analyze event_answers`.execute(db)
}
