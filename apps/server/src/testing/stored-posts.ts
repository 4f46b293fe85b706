import { sql } from 'kysely'
import type { Db } from '../kernel/postgres/db.ts'

/** Acknowledged posts: the id in each response, by idempotency key. */
export type AcknowledgedPosts = Map<string, string | undefined>

/**
 * Returns the acknowledged posts that are lost, posts with keys that begin with `keyPrefix` and that are duplicated or
 * incomplete, and such keys without a post.
 */
export const findStorageFaults = async (
  db: Db,
  keyPrefix: string,
  acknowledged: AcknowledgedPosts,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string; name: string; channels: number; names: number }>`
    select e.id, e.description as name,
      (select count(*)::int from event_channels c where c.community_id = e.community_id and c.event_id = e.id) as channels,
      (select count(*)::int from idempotency_keys p where p.community_id = e.community_id and p.event_id = e.id and p.user_id = e.user_id
        and p.tmp_id = e.description) as names
    from events e where e.description like ${`${keyPrefix} %`}`.execute(db)
  const { rows: empty } = await sql<{ name: string }>`
    select p.tmp_id as name from idempotency_keys p
    where p.tmp_id like ${`${keyPrefix} %`} and not exists (select from events e where e.community_id = p.community_id and e.id = p.event_id)`.execute(
    db,
  )
  const stored = new Map(rows.map(row => [row.name, row.id]))
  return [
    ...[...acknowledged]
      .filter(([name, id]) => !stored.has(name) || (id && stored.get(name) !== id))
      .map(([name]) => `${name} is lost`),
    ...rows.filter(({ id, name }) => stored.get(name) !== id).map(({ name }) => `${name} is doubled`),
    ...rows
      .filter(({ channels, names }) => channels !== 1 || names !== 1)
      .map(({ name, channels, names }) => `${name} has ${channels} channels, ${names} names`),
    ...empty.map(({ name }) => `${name} is a name alone`),
  ]
}
