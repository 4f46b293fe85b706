import { sql } from 'kysely'
import type { Db } from '../kernel/postgres/db.ts'

/**
 * Prefix of every canary in the texts of the community; letters only, so that text search does not split the canary.
 */
const CANARY_PREFIX = 'kanari'
const canaryWords = /kanari([a-z]+?)zqz([a-z]+?)zqz[a-z]+/g
const lettersOnly = (text: string) => text.replaceAll('_', 'x')

/** Names of columns that hold no user text: keys, kinds, hashes and enumerations. */
const codeColumns =
  /(?:^|_)(?:id|hash|uri|kind|type|subtype|picto|hue|role|strategy|purpose|language|lang|timezone|gender|bucket|act|os|auth|public_key|url|thumbhash|class|subject|caller|name_hash|decision|rule|rhythm)$|^register_key$|^former_register_key$/
/** Tables without user text, such as weather reports, search documents and the audit log. */
const machineTables = /^(?:audit_log|weather_reports|push_endpoints|attempts|sessions|event_channels|link_tokens)$/

interface TextColumn {
  table: string
  column: string
}

const listTextColumns = async (db: Db): Promise<TextColumn[]> => {
  const { rows } = await sql<TextColumn>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.is_generated = 'NEVER'
      and (c.table_name in ('communities', 'accounts') or exists (select from information_schema.columns k
        where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'community_id'))
    order by 1, 2`.execute(db)
  return rows.filter(({ table, column }) => !codeColumns.test(column) && !machineTables.test(table))
}

const whereCommunity = (table: string, communityId: string) =>
  table === 'communities'
    ? sql`id = ${communityId}`
    : table === 'accounts'
      ? sql`id in (select account_id from users where community_id = ${communityId})`
      : sql`community_id = ${communityId}`

/** Numbers the canaries that a test writes after the community was filled. */
let liveCount = 0
export const newLiveCanary = (origin: string): string =>
  `${CANARY_PREFIX}livezqz${lettersOnly(origin)}zqz${String(++liveCount).replace(/\d/g, digit => 'abcdefghij'[Number(digit)]!)}`

export interface CanaryWorld {
  communityId: string
  /** All columns that contain canaries, as `table.column`. */
  columns: ReadonlySet<string>
  words: readonly string[]
  /** Ids of rows that only the community may see, by table. */
  ids: ReadonlyMap<string, readonly string[]>
}

const privateTables = ['users', 'events', 'messages', 'conversations', 'bookings', 'sessions'] as const

/** Replaces every text of the community, empty texts included, with a unique canary. */
export const fillWithCanaries = async (db: Db, communityId: string): Promise<CanaryWorld> => {
  const columns = await listTextColumns(db)
  const words: string[] = []
  const failedColumns: string[] = []
  for (const { table, column } of columns) {
    const begin = `${CANARY_PREFIX}${lettersOnly(table)}zqz${lettersOnly(column)}zqz`
    const end = column.includes('mail') ? '@test.example' : ''
    await sql<{ word: string }>`
      update ${sql.table(table)} set ${sql.ref(column)} = ${begin}::text
        || translate(md5(random()::text || ${column}::text), '0123456789', 'ghijklmnop') || ${end}::text
      where ${whereCommunity(table, communityId)} returning ${sql.ref(column)} as word`
      .execute(db)
      .then(
        ({ rows }) => words.push(...rows.slice(0, 1).map(({ word }) => word)),
        (error: Error) => failedColumns.push(`${table}.${column}: ${error.message}`),
      )
  }
  if (failedColumns.length > 0) throw new Error(`No canary fits into these columns:\n${failedColumns.join('\n')}`)
  await sql`update event_channels ec set document = event_search(e) from events e
    where e.id = ec.event_id and e.community_id = ec.community_id and e.community_id = ${communityId}`.execute(db)
  const ids = new Map<string, string[]>()
  for (const table of privateTables) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where community_id = ${communityId} order by id desc limit 2000`.execute(db)
    ids.set(
      table,
      rows.map(({ id }) => id),
    )
  }
  const pictures = await sql<{ id: string }>`
    select id from media where community_id = ${communityId} and class <> 'public' and id not in (
      select plan_id from communities where plan_id is not null union select map_photo_id from communities where map_photo_id is not null)`.execute(
    db,
  )
  ids.set(
    'media',
    pictures.rows.map(({ id }) => id),
  )
  return { communityId, columns: new Set(columns.map(({ table, column }) => `${table}.${column}`)), words, ids }
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Returns a function that finds the canaries and ids of a community in a text, each with its origin, such as
 * `communities.name` or `id of users`.
 */
export const createCanaryFinder = (
  world: Pick<CanaryWorld, 'columns' | 'ids'>,
): ((text: string) => ReadonlyMap<string, string>) => {
  const columnOfWord = new Map([...world.columns].map(name => [name.split('.').map(lettersOnly).join(' '), name]))
  const tableOfId = new Map([...world.ids].flatMap(([table, ids]) => ids.map((id): [string, string] => [id, table])))
  return text => {
    const found = new Map<string, string>()
    for (const [word, table, column] of text.matchAll(canaryWords))
      found.set(word, columnOfWord.get(`${table} ${column}`) ?? `${table}.${column}`)
    for (const [id] of text.matchAll(uuids)) {
      const table = tableOfId.get(id)
      if (table) found.set(id, `id of ${table}`)
    }
    return found
  }
}
