import type { CalendarFilter } from '@parvis/contract/feed-filter.ts'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'
import { prepareStatement } from '#server/kernel/postgres/prepared.ts'
import { memoize } from '#server/kernel/memoize.ts'
import {
  type FeedPageIndex,
  pageIndexRows,
  pageIndexLine,
  type FeedPageIndexRow,
  parsePageIndex,
} from './feed-page.queries.ts'
import { isVisibleAuthor } from './feed-keys.queries.ts'

export interface CalendarRequest {
  channelIds: readonly string[]
  userId: string
  hiddenUserIds: readonly string[]
  filter: CalendarFilter
  /** Only events that end after this time are included. */
  notOverAt: Date
}

/** Where a page begins: at the events after the key `after`, without the first `skip` of them. */
export interface CalendarStart {
  /** The start of the last event before the page, in milliseconds since 1970, and its id as tie-breaker. */
  after: { startsAt: number; id: string }
  skip: number
  rows: number
}

interface CalendarValues {
  channelIds: readonly string[]
  userId: string
  hiddenUserIds: readonly string[]
  filter: string
  notOverAt: string
  afterStart: string
  afterId: string
  skip: number
  most: number
  rows: number
  canSeeAllAnswers: boolean
}

type FilterScope = 'all' | 'my' | 'group'
/** The parts of a request that change the SQL text. `hasHiddenUsers`: whether users are hidden from the viewer. */
interface QueryVariant {
  filterScope: FilterScope
  hasHiddenUsers: boolean
}

/** Without `offset 0`, the planner would read all posts that the member has ever written or answered. */
const isOwnOrAnswered = (value: (name: 'userId') => RawBuilder<unknown>) => sql`and (
      exists (select from event_answers a where a.community_id = ec.community_id and a.event_id = ec.event_id
        and a.user_id = ${value('userId')} offset 0)
      or exists (select from events own where own.community_id = ec.community_id and own.id = ec.event_id
        and own.user_id = ${value('userId')} offset 0))`

const filterScopeOf = (filter: CalendarFilter): FilterScope => (filter === 'all' || filter === 'my' ? filter : 'group')

const filterCondition = (
  { filterScope, hasHiddenUsers }: QueryVariant,
  value: (name: 'userId' | 'filter' | 'hiddenUserIds') => RawBuilder<unknown>,
) => {
  const scopeCondition =
    filterScope === 'my'
      ? isOwnOrAnswered(value)
      : filterScope === 'group'
        ? sql`and ec.group_id = ${value('filter')}`
        : sql``
  return hasHiddenUsers ? sql`${scopeCondition} ${isVisibleAuthor(value)}` : scopeCondition
}

/** `starts`: the start of each event of the page in milliseconds since 1970, separated by spaces. */
interface CalendarPageIndex extends FeedPageIndex {
  starts: string | null
}

/** Each channel returns its next events by index, so that a page costs the same however many events there are. */
const pageSql = (
  variant: QueryVariant,
  value: (name: keyof CalendarValues) => RawBuilder<unknown>,
) => sql<CalendarPageIndex>`
  with keys as materialized (
    select k.event_id, k.community_id, k.starts_at
    from unnest(${value('channelIds')}::uuid[]) as c (channel_id)
    cross join lateral (
      select ec.event_id, ec.community_id, ec.starts_at from event_channels ec
      where ec.channel_id = c.channel_id and ec.starts_at is not null
        and (ec.starts_at, ec.event_id) > (${value('afterStart')}::timestamptz, ${value('afterId')}::uuid)
        and ec.over_at > ${value('notOverAt')}::timestamptz ${filterCondition(variant, value)}
      order by ec.starts_at, ec.event_id limit ${value('most')}) k
    group by k.event_id, k.community_id, k.starts_at
    order by k.starts_at, k.event_id offset ${value('skip')} limit ${value('rows')}
  ), page_index as (
    ${pageIndexRows(value, { columns: sql`false as pinned, keys.starts_at` })}
  )
  select string_agg(${pageIndexLine}, '\n' order by starts_at, id) as page,
    string_agg((extract(epoch from starts_at) * 1000)::bigint::text, ' ' order by starts_at, id) as starts
  from page_index`

const calendarStatementOf = memoize(
  (variant: QueryVariant) => prepareStatement<CalendarValues, CalendarPageIndex>(value => pageSql(variant, value)),
  ({ filterScope, hasHiddenUsers }) => `${filterScope} ${hasHiddenUsers}`,
)

export const calendarPageQuery = (
  { channelIds, userId, hiddenUserIds, filter, notOverAt }: CalendarRequest,
  { after, skip, rows }: CalendarStart,
  canSeeAllAnswers: boolean,
): CompiledQuery<CalendarPageIndex> => {
  const variant = { filterScope: filterScopeOf(filter), hasHiddenUsers: hiddenUserIds.length > 0 }
  return calendarStatementOf(variant)({
    channelIds,
    userId,
    hiddenUserIds,
    filter,
    notOverAt: notOverAt.toISOString(),
    afterStart: new Date(after.startsAt).toISOString(),
    afterId: after.id,
    skip,
    most: skip + rows,
    rows,
    canSeeAllAnswers,
  })
}

export const findCalendarPage = async (
  db: Db,
  ...args: Parameters<typeof calendarPageQuery>
): Promise<(FeedPageIndexRow & { startsAt: number })[]> => {
  const { rows } = await db.executeQuery(calendarPageQuery(...args))
  const starts = rows[0]?.starts?.split(' ') ?? []
  return parsePageIndex(rows).map((row, n) => ({ ...row, startsAt: Number(starts[n]) }))
}

/** Selects the local days on which events start from `from` until before `to`, with the number of events. */
export const calendarDaysQuery = (
  { channelIds, userId, hiddenUserIds, filter, notOverAt }: CalendarRequest,
  { from, to, timezone }: { from: Date; to: Date; timezone: string },
) => {
  const values = { userId, filter, hiddenUserIds }
  const variant = { filterScope: filterScopeOf(filter), hasHiddenUsers: hiddenUserIds.length > 0 }
  return sql<{ day: string; count: number }>`
    select day, count(*)::int as count from (
      select distinct ec.event_id, to_char(ec.starts_at at time zone ${timezone}, 'YYYY-MM-DD') as day
      from unnest(${channelIds}::uuid[]) as c (channel_id)
      join event_channels ec on ec.channel_id = c.channel_id
      where ec.starts_at is not null and ec.starts_at >= ${from} and ec.starts_at < ${to} and ec.over_at > ${notOverAt}
        ${filterCondition(variant, name => sql.val(values[name]))}
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
