import { eventGroups, type FeedFilter } from '@parvis/contract/feed.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { isAdminLike } from '@parvis/contract/roles.ts'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import type { PageStart } from '#server/kernel/http/pagination.ts'
import { prepare, type Prepared } from '#server/kernel/postgres/prepared.ts'
import { authorColumn } from '../session/author.columns.ts'

/** Where an event stands in a list, and what the reader has to do with it; what it shows is its card. */
export interface SkeletonRow {
  id: string
  community_id: string
  version: number
  interested: boolean
  flagged: boolean
  /** Null for who may not know who answered. */
  answerer_ids: string[] | null
}

/** What a page of the feed is made of. */
export interface FeedPageRequest {
  actor: Actor
  filter: FeedFilter
  search: string
  start: PageStart
  /** Whether the viewer may know who answered any event, not their own ones alone. */
  seesEveryAnswer: boolean
}

interface PageValues {
  channelIds: readonly string[]
  /** Every channel that the viewer's community reads, whatever the page is narrowed to. */
  readChannelIds: readonly string[]
  communityId: string
  userId: string
  filter: string
  search: string
  before: string
  skip: number
  /** Rows that each source of the page gives at most. */
  most: number
  rows: number
  seesEveryAnswer: boolean
}

type Value = (name: keyof PageValues) => RawBuilder<unknown>

/** What the text of the statement depends on; all else are its values. */
interface PageForm {
  narrowedTo: 'all' | 'my' | 'group' | 'category' | 'one'
  searching: boolean
}

/**
 * The keys of one page, found channel by channel and then merged: each channel gives its newest few by its own key, so the
 * cost does not grow with the feed or with other communities.
 */
const keysByChannel = ({ narrowedTo, searching }: PageForm, value: Value) => {
  const kind =
    narrowedTo === 'group'
      ? sql`and ec.group_id = ${value('filter')}`
      : narrowedTo === 'category'
        ? sql`and ec.category_id = ${value('filter')}::uuid`
        : sql``
  const found = searching ? sql`and ec.document @@ words_query(${value('search')})` : sql``
  return sql`
  select k.event_id, k.community_id
  from unnest(${value('channelIds')}::uuid[]) as c (channel_id)
  cross join lateral (
    select ec.event_id, ec.community_id from event_channels ec
    where ec.channel_id = c.channel_id and ec.event_id < ${value('before')}::uuid ${kind} ${found}
    order by ec.event_id desc limit ${value('most')}) k
  group by k.event_id, k.community_id
  order by k.event_id desc offset ${value('skip')} limit ${value('rows')}`
}

/**
 * Mine, and those that I answered as far as the community still sees them: looked up one by one, which `offset 0` keeps the
 * planner from turning into a join with every row of the channels.
 */
const keysOfMine = ({ searching }: PageForm, value: Value) => {
  const found = searching ? sql`and event_search(e) @@ words_query(${value('search')})` : sql``
  return sql`
    select event_id, community_id from (
      (select e.id as event_id, e.community_id from events e
       where e.community_id = ${value('communityId')} and e.user_id = ${value('userId')}
         and e.id < ${value('before')}::uuid ${found}
       order by e.id desc limit ${value('most')})
      union
      (select a.event_id, a.community_id
       from event_answers a join events e on e.community_id = a.community_id and e.id = a.event_id
       where a.user_id = ${value('userId')} and a.event_id < ${value('before')}::uuid ${found}
         and exists (select from event_channels ec where ec.community_id = a.community_id and ec.event_id = a.event_id
           and ec.channel_id = any(${value('readChannelIds')}::uuid[]) offset 0)
       order by a.event_id desc limit ${value('most')})) mine
    order by event_id desc offset ${value('skip')} limit ${value('rows')}`
}

/** The one that was asked for, when a channel that the community reads carries it, or when it is the viewer's own. */
const keyOfOne = (value: Value) => sql`
  select e.id as event_id, e.community_id from events e
  where e.community_id = ${value('communityId')} and e.id = ${value('filter')}::uuid and e.user_id = ${value('userId')}
  union
  select ec.event_id, ec.community_id from event_channels ec
  where ec.event_id = ${value('filter')}::uuid and ec.channel_id = any(${value('readChannelIds')}::uuid[])`

const keysOf = (form: PageForm, value: Value) =>
  form.narrowedTo === 'one'
    ? keyOfOne(value)
    : form.narrowedTo === 'my'
      ? keysOfMine(form, value)
      : keysByChannel(form, value)

/** The values of a `SkeletonRow` in their order. */
type SkeletonValues = [string, string, number, boolean, boolean, string[] | null]

/** The whole answer of the statement: a page is one value, which costs the driver a fraction of what its rows would. */
export interface Skeleton {
  page: SkeletonValues[]
}

/** Who answered the event `e`, the first one first. */
export const answererIds = sql<string[]>`array(select a.user_id from event_answers a
        where a.community_id = e.community_id and a.event_id = e.id order by a.created_at)`

/** One page of events, newest first: one row too many when there is a next page. */
const page = (form: PageForm, value: Value) => sql<Skeleton>`
  with page as materialized (${keysOf(form, value)}), skeleton as (
    select e.id, e.community_id, e.version,
      exists (select from event_answers a
        where a.community_id = e.community_id and a.event_id = e.id and a.user_id = ${value('userId')}) as interested,
      exists (select from event_flags f
        where f.community_id = e.community_id and f.event_id = e.id and f.reporter_id = ${value('userId')}) as flagged,
      case when ${value('seesEveryAnswer')}::boolean or e.user_id = ${value('userId')} then ${answererIds} end as answerer_ids
    from page join events e on e.community_id = page.community_id and e.id = page.event_id
  )
  select coalesce(json_agg(
    json_build_array(id, community_id, version, interested, flagged, answerer_ids) order by id desc), '[]') as page
  from skeleton`

/** The rows of what the statement of a page answered. */
export const readSkeleton = (rows: readonly Skeleton[]): SkeletonRow[] =>
  (rows[0]?.page ?? []).map(([id, community_id, version, interested, flagged, answerer_ids]) => ({
    id,
    community_id,
    version,
    interested,
    flagged,
    answerer_ids,
  }))

const isGroup = (filter: string) => (eventGroups as readonly string[]).includes(filter)

const formOf = (filter: FeedFilter, search: string): PageForm => ({
  narrowedTo:
    filter === 'my'
      ? 'my'
      : filter === 'all' || filter === 'community'
        ? 'all'
        : isGroup(filter)
          ? 'group'
          : 'category',
  searching: search !== '',
})

const statements = new Map<string, Prepared<PageValues, Skeleton>>()

const statementOf = (db: Db, form: PageForm) => {
  const name = `${form.narrowedTo} ${form.searching}`
  const statement = statements.get(name) ?? prepare<PageValues, Skeleton>(db, value => page(form, value))
  statements.set(name, statement)
  return statement
}

/** The statement of one page, as it goes to the database. */
export const feedPageQuery = (
  db: Db,
  { actor, filter, search, start, seesEveryAnswer }: FeedPageRequest,
): CompiledQuery<Skeleton> =>
  statementOf(
    db,
    formOf(filter, search),
  )({
    channelIds: filter === 'community' ? actor.ownChannelIds : actor.channelIds,
    readChannelIds: actor.channelIds,
    communityId: actor.communityId,
    userId: actor.userId,
    filter,
    search,
    before: start.before,
    skip: start.skip,
    most: start.skip + PAGE_SIZE + 1,
    rows: PAGE_SIZE + 1,
    seesEveryAnswer,
  })

export const findFeedPage = async (db: Db, request: FeedPageRequest): Promise<SkeletonRow[]> =>
  readSkeleton((await db.executeQuery(feedPageQuery(db, request))).rows)

/** One event as this viewer may see it; undefined when there is none for them. */
export const findEvent = async (db: Db, actor: Actor, id: string): Promise<SkeletonRow | undefined> => {
  const query = statementOf(db, { narrowedTo: 'one', searching: false })({
    channelIds: [],
    readChannelIds: actor.channelIds,
    communityId: actor.communityId,
    userId: actor.userId,
    filter: id,
    search: '',
    before: id,
    skip: 0,
    most: 1,
    rows: 1,
    seesEveryAnswer: isAdminLike(actor.role),
  })
  return readSkeleton((await db.executeQuery(query)).rows)[0]
}

/** The community that an event belongs to, whoever asks. */
export const findEventCommunity = (db: Db, id: string) =>
  db
    .selectFrom('events as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .select(['c.id', 'c.name', 'c.custom_uri', 'c.logo_id'])
    .where('e.id', '=', id)
    .executeTakeFirst()

/** Who answered an event, the first one first: people of its community and of the others of its organisation. */
export const findAnswerers = (
  db: Db,
  eventId: string,
  { communityId, organizationId }: { communityId: string; organizationId: string | null },
) =>
  db
    .selectFrom('event_answers as a')
    .innerJoin('users as u', join =>
      join.onRef('u.id', '=', 'a.user_id').on('u.community_id', 'in', eb =>
        eb
          .selectFrom('communities as c')
          .select('c.id')
          .where(where =>
            where.or([
              where('c.id', '=', communityId),
              ...(organizationId ? [where('c.organization_id', '=', organizationId)] : []),
            ]),
          ),
      ),
    )
    .select(authorColumn('u').as('author'))
    .where('a.community_id', '=', communityId)
    .where('a.event_id', '=', eventId)
    .orderBy('a.created_at')
    .orderBy('a.user_id')
    .execute()

/** Whether this member has reported this event since then. */
export const hasFlagged = async (
  db: Db,
  flag: { community_id: string; event_id: string; reporter_id: string },
  since: Date,
): Promise<boolean> =>
  (await db
    .selectFrom('event_flags')
    .select('id')
    .where('community_id', '=', flag.community_id)
    .where('event_id', '=', flag.event_id)
    .where('reporter_id', '=', flag.reporter_id)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined
