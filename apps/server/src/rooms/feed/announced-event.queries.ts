import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'
import { prepare, type Prepared } from '#server/kernel/postgres/prepared.ts'
import { cardColumns, cardTables, type EventRow } from './feed.queries.ts'

export interface EventKey {
  communityId: string
  eventId: string
}

/** An event for whoever may read it: all its channels, and all who answered. */
export interface AnnouncedEventRow extends Omit<EventRow, 'interested' | 'flagged' | 'answerer_ids'> {
  answerer_ids: string[]
  flagger_ids: string[]
}

interface Keys {
  communityIds: readonly string[]
  eventIds: readonly string[]
}

let statement: Prepared<Keys, AnnouncedEventRow> | undefined

/** Those that are still there; one row for each, however many will be told. */
export const findAnnouncedEvents = async (db: Db, keys: readonly EventKey[]): Promise<AnnouncedEventRow[]> => {
  statement ??= prepare<Keys, AnnouncedEventRow>(
    db,
    value => sql<AnnouncedEventRow>`
    select ${cardColumns},
      array(select ec.channel_id from event_channels ec where ec.community_id = e.community_id and ec.event_id = e.id) as channel_ids,
      array(select a.user_id from event_answers a where a.community_id = e.community_id and a.event_id = e.id order by a.created_at) as answerer_ids,
      array(select f.reporter_id from event_flags f where f.community_id = e.community_id and f.event_id = e.id) as flagger_ids
    from unnest(${value('communityIds')}::uuid[], ${value('eventIds')}::uuid[]) as page (community_id, event_id)
    ${cardTables}`,
  )
  const { rows } = await db.executeQuery(
    statement({ communityIds: keys.map(key => key.communityId), eventIds: keys.map(key => key.eventId) }),
  )
  return rows
}
