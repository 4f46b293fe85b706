import type { EventKey } from './change-event.service.ts'
import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'
import { prepareStatement } from '#server/kernel/postgres/prepared.ts'
import { selectRows } from '#server/kernel/postgres/rows.ts'
import { answererIds } from './feed-page.queries.ts'

/** The part of an event that its rendered post lacks, for all viewers: the users who answered and who flagged it. */
export interface BroadcastEventRow {
  id: string
  community_id: string
  version: number
  answerer_ids: string[]
  flagger_ids: string[]
}

const broadcastStatement = prepareStatement<
  { communityIds: readonly string[]; eventIds: readonly string[] },
  BroadcastEventRow
>(
  value => sql<BroadcastEventRow>`
    select e.id, e.community_id, e.version,
      ${answererIds} as answerer_ids,
      array(select f.reporter_id from event_flags f
        where f.community_id = e.community_id and f.event_id = e.id and f.reporter_id is not null) as flagger_ids
    from unnest(${value('communityIds')}::uuid[], ${value('eventIds')}::uuid[]) as asked (community_id, event_id)
    join events e on e.community_id = asked.community_id and e.id = asked.event_id`,
)

/** Returns one row per event, however many viewers will receive it. Deleted events have no row. */
export const findBroadcastEvents = (db: Db, keys: readonly EventKey[]): Promise<BroadcastEventRow[]> =>
  selectRows(
    db,
    broadcastStatement({
      communityIds: keys.map(key => key.communityId),
      eventIds: keys.map(key => key.eventId),
    }),
  )
