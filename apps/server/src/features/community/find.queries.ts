import type { CommunityType } from '@parvis/contract/community.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'
import { selectRow, selectRows } from '#server/kernel/postgres/rows.ts'
import { membersCountColumn } from './community.queries.ts'
import { splitTownAndCode } from './place-code.ts'

export interface GeoPosition {
  longitude: number
  latitude: number
}

interface Page {
  skip: number
  limit: number
}

export interface CityRow {
  id: string
  name: string
  department: string
  department_en: string | null
  photo_id: string | null
  longitude: number
  latitude: number
  approximate: boolean
  /** The other name or postcode that matched; null if the name itself did. */
  found_by: string | null
  communities_count: number
}

const remoteness = (table: string, from: GeoPosition) =>
  sql<number>`remoteness(${sql.ref(`${table}.longitude`)}, ${sql.ref(`${table}.latitude`)}, ${from.longitude}::float8, ${from.latitude}::float8)`

/** Cursor: the last town of the previous page, and whether it has communities. */
export interface CityKey {
  hasCommunities: boolean
  id: string
}

interface CityPage extends Page {
  name: string | undefined
  from: GeoPosition | null
  after: CityKey | null
}

/** Sorts after every letter in byte order. */
const LAST_LETTER = '\u{10ffff}'

/** A range instead of `like`: plans are cached, and an index is used only for a `like` pattern known when planning. */
const hasPrefix = (column: RawBuilder<unknown>, words: RawBuilder<unknown>) =>
  sql<boolean>`${column} >= ${words} and ${column} < ${words} || ${LAST_LETTER}`

/**
 * Full matches first, then prefixes of the name, then other names. “St” may be a whole word or a prefix, so both are
 * tried; a postcode or department next to the name narrows down the search.
 */
const matchedCities = (typed: string) => {
  const { name, code } = splitTownAndCode(typed)
  const matches = (words: RawBuilder<unknown>, condition = sql<boolean>`true`) => sql`
    select n.city_id, n.label, (n.label is not null)::int * 2 + (n.words <> ${words})::int as rank
    from city_names n where ${words} <> '' and ${hasPrefix(sql.ref('n.words'), words)} and ${condition}`
  const parts = [
    matches(sql`search_name(${typed})`),
    // Avoids searching the same text twice.
    matches(
      sql`spelled_out(search_name(${typed}))`,
      sql<boolean>`spelled_out(search_name(${typed})) <> search_name(${typed})`,
    ),
    ...(code
      ? [
          matches(
            sql`spelled_out(search_name(${name}))`,
            sql`exists (select from city_names p where p.city_id = n.city_id and ${hasPrefix(sql.ref('p.words'), sql`${code}::text`)})`,
          ),
        ]
      : []),
  ]
  return sql`
    select distinct on (city_id) city_id, rank, label from (${sql.join(parts, sql` union all `)}) matches
    order by city_id, rank, label`
}

/**
 * Towns with communities first, then the others, each part by distance or by name. Each part has its own cursor
 * condition, so that without a position the long part is read from its index.
 */
export const buildCityPageQuery = ({ name, from, after, skip, limit }: CityPage): RawBuilder<CityRow> => {
  const at = from ? remoteness('c', from) : sql.ref('c.search_name')
  const matched = name ? sql`join matched m on m.city_id = c.id` : sql``
  const order = name ? sql`m.rank, ${at}` : at
  const last = ({ id }: CityKey) =>
    sql`${name ? sql`(select rank from matched where city_id = ${id}::uuid),` : sql``} (select ${at} from cities c where c.id = ${id}::uuid), ${id}::uuid`
  const afterCursor = (key: CityKey | null) =>
    key ? sql<boolean>`(${order}, c.id) > (${last(key)})` : sql<boolean>`true`
  const columns = sql`
    c.id, c.name, c.department, c.department_en, c.photo_id, c.longitude, c.latitude, c.approximate,
    ${name ? sql`m.label` : sql`null::text`} as found_by, ${name ? sql`m.rank` : sql`0`} as rank, ${at} as at`
  const most = skip + limit
  const withCommunities = sql`
    select ${columns}, settled.communities_count
    from (select city_id, count(*)::int as communities_count from communities where not is_private and city_id is not null group by city_id) settled
    join cities c on c.id = settled.city_id ${matched}
    where ${afterCursor(after)}
    order by ${order}, c.id limit ${most}`
  const others = sql`
    select ${columns}, 0 as communities_count
    from cities c ${matched}
    where ${afterCursor(after?.hasCommunities ? null : after)}
      and not exists (select from communities k where k.city_id = c.id and not k.is_private)
    order by ${order}, c.id limit ${most}`
  const parts: [number, RawBuilder<unknown>][] = [
    ...(after && !after.hasCommunities ? [] : [[0, withCommunities] as [number, RawBuilder<unknown>]]),
    [1, others],
  ]
  return sql<CityRow>`
    ${name ? sql`with matched as (${matchedCities(name)})` : sql``}
    select id, name, department, department_en, photo_id, longitude, latitude, approximate, found_by, communities_count
    from (${sql.join(
      parts.map(([part, rows]) => sql`(select ${sql.lit(part)} as part, * from (${rows}) rows)`),
      sql` union all `,
    )}) found
    order by part, rank, at, id offset ${skip} limit ${limit}`
}

export const findCities = async (db: Db, page: CityPage): Promise<CityRow[]> =>
  (await buildCityPageQuery(page).execute(db)).rows

export const findCity = (db: Db, id: string): Promise<CityRow | undefined> =>
  selectRow(
    db,
    sql<CityRow>`
    select c.id, c.name, c.department, c.department_en, c.photo_id, c.longitude, c.latitude, c.approximate,
      null as found_by, (select count(*)::int from communities k where k.city_id = c.id and not k.is_private) as communities_count
    from cities c where c.id = ${id}::uuid`,
  )

export interface ListedCommunityRow {
  id: string
  name: string
  custom_uri: string
  community_type: CommunityType
  is_private: boolean
  logo_id: string | null
  city: string | null
  longitude: number | null
  latitude: number | null
  members_count: number
}

/** Larger than any `remoteness` (at most 2), so that communities without a position come last. */
const UNKNOWN_DISTANCE = 3

/** Every typed word must be a prefix of a word of the community’s name or of a name of its town. */
const hasWords = (name: string | undefined) =>
  name
    ? sql<boolean>`not exists (
        select from string_to_table(search_name(${name}), ' ') as word, lateral concat(' ', c.search_words, ' ', t.words) as words
        where strpos(words, ' ' || word) = 0 and strpos(words, ' ' || spelled_out(word)) = 0)`
    : sql<boolean>`true`

const townNames = sql`
  select n.city_id, string_agg(n.words, ' ') as words from city_names n
  where n.city_id in (select city_id from communities where not is_private) group by n.city_id`

export const findPublicCommunities = async (
  db: Db,
  {
    name,
    cityId,
    from,
    after,
    skip,
    limit,
    onlyWithPosition = false,
  }: Page & {
    name?: string
    cityId?: string
    from: GeoPosition | null
    after: string | null
    onlyWithPosition?: boolean
  },
): Promise<ListedCommunityRow[]> => {
  const order = from ? sql`coalesce(${remoteness('c', from)}, ${sql.lit(UNKNOWN_DISTANCE)})` : sql.ref('c.search_words')
  // A forged cursor can name any community and must not reveal the position of a private one.
  const afterCursor = after
    ? sql<boolean>`(${order}, c.id) > ((select ${order} from communities c where c.id = ${after}::uuid and not c.is_private), ${after}::uuid)`
    : sql<boolean>`true`
  return selectRows(
    db,
    sql<ListedCommunityRow>`
    select c.*, ${membersCountColumn('c.id')} as members_count
    from (
      select c.id, c.name, c.custom_uri, c.community_type, c.is_private, c.logo_id, c.city, c.longitude, c.latitude, ${order} as at
      from communities c ${name ? sql`left join (${townNames}) t on t.city_id = c.city_id` : sql``}
      where not c.is_private and ${cityId ? sql<boolean>`c.city_id = ${cityId}::uuid` : sql<boolean>`true`} and ${hasWords(name)}
        and ${onlyWithPosition ? sql<boolean>`c.longitude is not null and c.latitude is not null` : sql<boolean>`true`} and ${afterCursor}
      order by ${order}, c.id offset ${skip} limit ${limit}
    ) c order by at, c.id`,
  )
}
