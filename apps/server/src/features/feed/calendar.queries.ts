import type { CalendarFilter } from '@parvis/contract/feed-filter.ts'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'
import { prepare, type Prepared } from '#server/kernel/postgres/prepared.ts'
import { isHeard, type Skeleton, skeletonRows, skeletonLine, type SkeletonRow, readSkeleton } from './feed.queries.ts'

export interface CalendarRequest {
  channelIds: readonly string[]
  userId: string
  /** See `Actor`. */
  silencedIds: readonly string[]
  filter: CalendarFilter
  /** Events that ended before are left out. */
  notOverAt: Date
}

/** Keyset start of a page: after this key, skipping so many rows. */
export interface CalendarStart {
  /** Milliseconds since 1970, and an event id as tie-breaker. */
  after: { startsAt: number; id: string }
  skip: number
  rows: number
}

interface CalendarValues {
  channelIds: readonly string[]
  userId: string
  silencedIds: readonly string[]
  filter: string
  notOverAt: string
  afterStart: string
  afterId: string
  skip: number
  most: number
  rows: number
  seesEveryAnswer: boolean
}

type Value = (name: keyof CalendarValues) => RawBuilder<unknown>
type Narrowed = 'all' | 'my' | 'group'
/** The variants of the SQL text. `silences`: the viewer has hidden users. */
interface Form {
  narrowed: Narrowed
  silences: boolean
}

/** Looked up one by one: `offset 0` keeps the planner from reading all that a member has ever written or answered. */
const isMine = (value: (name: 'userId') => RawBuilder<unknown>) => sql`and (
      exists (select from event_answers a where a.community_id = ec.community_id and a.event_id = ec.event_id
        and a.user_id = ${value('userId')} offset 0)
      or exists (select from events own where own.community_id = ec.community_id and own.id = ec.event_id
        and own.user_id = ${value('userId')} offset 0))`

const narrowedTo = (filter: CalendarFilter): Narrowed => (filter === 'all' || filter === 'my' ? filter : 'group')

const condition = (
  { narrowed, silences }: Form,
  value: (name: 'userId' | 'filter' | 'silencedIds') => RawBuilder<unknown>,
) => {
  const of =
    narrowed === 'my' ? isMine(value) : narrowed === 'group' ? sql`and ec.group_id = ${value('filter')}` : sql``
  return silences ? sql`${of} ${isHeard(value)}` : of
}

/** `starts`: the start of each row in milliseconds since 1970. */
interface CalendarSkeleton extends Skeleton {
  starts: string | null
}

/** Each channel returns its next events by key: the cost is that of one page, however many events the channels hold. */
const page = (form: Form, value: Value) => sql<CalendarSkeleton>`
  with keys as materialized (
    select k.event_id, k.community_id, k.starts_at
    from unnest(${value('channelIds')}::uuid[]) as c (channel_id)
    cross join lateral (
      select ec.event_id, ec.community_id, ec.starts_at from event_channels ec
      where ec.channel_id = c.channel_id and ec.starts_at is not null
        and (ec.starts_at, ec.event_id) > (${value('afterStart')}::timestamptz, ${value('afterId')}::uuid)
        and ec.over_at > ${value('notOverAt')}::timestamptz ${condition(form, value)}
      order by ec.starts_at, ec.event_id limit ${value('most')}) k
    group by k.event_id, k.community_id, k.starts_at
    order by k.starts_at, k.event_id offset ${value('skip')} limit ${value('rows')}
  ), skeleton as (
    ${skeletonRows(value, { columns: sql`false as pinned, keys.starts_at` })}
  )
  select string_agg(${skeletonLine}, '\n' order by starts_at, id) as page,
    string_agg((extract(epoch from starts_at) * 1000)::bigint::text, ' ' order by starts_at, id) as starts
  from skeleton`

const statements = new Map<string, Prepared<CalendarValues, CalendarSkeleton>>()

export const calendarPageQuery = (
  db: Db,
  { channelIds, userId, silencedIds, filter, notOverAt }: CalendarRequest,
  { after, skip, rows }: CalendarStart,
  seesEveryAnswer: boolean,
): CompiledQuery<CalendarSkeleton> => {
  const form = { narrowed: narrowedTo(filter), silences: silencedIds.length > 0 }
  const name = `${form.narrowed} ${form.silences}`
  const statement = statements.get(name) ?? prepare<CalendarValues, CalendarSkeleton>(db, value => page(form, value))
  statements.set(name, statement)
  return statement({
    channelIds,
    userId,
    silencedIds,
    filter,
    notOverAt: notOverAt.toISOString(),
    afterStart: new Date(after.startsAt).toISOString(),
    afterId: after.id,
    skip,
    most: skip + rows,
    rows,
    seesEveryAnswer,
  })
}

/** The rows of one page by start. */
export const findCalendarPage = async (
  ...asked: Parameters<typeof calendarPageQuery>
): Promise<(SkeletonRow & { startsAt: number })[]> => {
  const { rows } = await asked[0].executeQuery(calendarPageQuery(...asked))
  const starts = rows[0]?.starts?.split(' ') ?? []
  return readSkeleton(rows).map((row, n) => ({ ...row, startsAt: Number(starts[n]) }))
}

/** Local days on which events start between two instants, with their number. */
export const calendarDaysQuery = (
  { channelIds, userId, silencedIds, filter, notOverAt }: CalendarRequest,
  { from, to, timezone }: { from: Date; to: Date; timezone: string },
) => {
  const values = { userId, filter, silencedIds }
  const form = { narrowed: narrowedTo(filter), silences: silencedIds.length > 0 }
  return sql<{ day: string; count: number }>`
    select day, count(*)::int as count from (
      select distinct ec.event_id, to_char(ec.starts_at at time zone ${timezone}, 'YYYY-MM-DD') as day
      from unnest(${channelIds}::uuid[]) as c (channel_id)
      join event_channels ec on ec.channel_id = c.channel_id
      where ec.starts_at is not null and ec.starts_at >= ${from} and ec.starts_at < ${to} and ec.over_at > ${notOverAt}
        ${condition(form, name => sql.val(values[name]))}
    ) found group by day order by day`
}

export const findCalendarOwner = (db: Db, secretHash: string) =>
  db
    .selectFrom('calendar_addresses')
    .select(['community_id', 'user_id', 'only_mine', 'language'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()

export const findCalendarAddress = (db: Db, owner: { communityId: string; userId: string }) =>
  db
    .selectFrom('calendar_addresses')
    .select(['only_mine', 'created_at'])
    .where('community_id', '=', owner.communityId)
    .where('user_id', '=', owner.userId)
    .executeTakeFirst()
