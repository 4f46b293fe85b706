import { MAX_NAMED_ANSWERERS } from '@parvis/contract/feed.ts'
import { eventGroups, type FeedFilter } from '@parvis/contract/feed-filter.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Actor, canSeeMinors } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import type { PageStart } from '#server/kernel/http/pagination.ts'
import { type BatchTypes, prepare, prepareBatch, type Prepared } from '#server/kernel/postgres/prepared.ts'
import { authorColumn } from '../session/author.columns.ts'
import { type CurrentAgeRule, currentAgeRule, isMinorColumn } from '#server/kernel/minors.ts'
import { canSeeAnswersColumn } from './event.columns.ts'
import { canSeeAllAnswers } from './feed.policy.ts'

/** An entry of a `FeedPageIndex`: an event and the fields that differ by viewer; the rest is its rendered post. */
export interface FeedPageIndexRow {
  id: string
  community_id: string
  version: number
  interested: boolean
  flagged: boolean
  /** The latest answerers visible to the viewer; null for viewers who may not see answerers. */
  answerer_ids: string[] | null
  /** Number of answerers hidden from the viewer. */
  hidden_answers: number
  /** Whether the event is listed above the page as a pinned post. */
  pinned: boolean
}

export interface FeedPageRequest {
  actor: Actor
  filter: FeedFilter
  /** Restricts the page to the posts of this member, whatever the filter says. */
  authorId?: string
  search: string
  start: PageStart
  mayHavePins: boolean
}

interface PageValues {
  channelIds: readonly string[]
  /** All channels that the viewer’s community reads, whatever the filter. */
  readChannelIds: readonly string[]
  communityId: string
  organizationId: string | null
  userId: string
  hiddenUserIds: readonly string[]
  filter: string
  authorId: string | null
  search: string
  before: string
  skip: number
  /** Maximum number of rows read from each channel or other source. */
  most: number
  rows: number
  canSeeAllAnswers: boolean
  /** Whether the viewer may list the posts of a single member who is a minor. */
  seesMinors: boolean
  consentAge: number
  now: string
}

type Value = (name: keyof PageValues) => RawBuilder<unknown>

/** Decides the text of the statement; everything else is a parameter. */
interface PageVariant {
  narrowedTo: 'all' | 'my' | 'group' | 'category' | 'author' | 'one'
  searching: boolean
  /** Whether pinned posts are listed above this list and left out of its pages. */
  hasPins: boolean
  hasHiddenUsers: boolean
}

/** Excludes events `e` whose author is hidden from the viewer. */
const isVisibleEventAuthor = (value: (name: 'hiddenUserIds') => RawBuilder<unknown>) =>
  sql`and e.user_id <> all (${value('hiddenUserIds')}::uuid[])`

/** The same for the event of `ec`; `offset 0` forces a lookup per row, as a page has few rows. */
export const isVisibleAuthor = (value: (name: 'hiddenUserIds') => RawBuilder<unknown>) => sql`and exists (
      select from events e where e.community_id = ec.community_id and e.id = ec.event_id ${isVisibleEventAuthor(value)} offset 0)`

/**
 * Each channel returns its newest few by index, so the cost does not grow with the feed or with other communities.
 * `distinct on` reads the sorted keys, in 150 µs a page; grouping them first takes 180.
 */
const channelKeys = ({ narrowedTo, searching, hasPins, hasHiddenUsers }: PageVariant, value: Value) => {
  const kind =
    narrowedTo === 'group'
      ? sql`and ec.group_id = ${value('filter')}`
      : narrowedTo === 'category'
        ? sql`and ec.category_id = ${value('filter')}::uuid`
        : sql``
  const found = searching ? sql`and ec.document @@ words_query(${value('search')})` : sql``
  const unpinned = hasPins ? sql`and ec.event_id <> all (array(select event_id from pinned))` : sql``
  const visible = hasHiddenUsers ? isVisibleAuthor(value) : sql``
  return sql`
  select distinct on (k.event_id) k.event_id, k.community_id
  from unnest(${value('channelIds')}::uuid[]) as c (channel_id)
  cross join lateral (
    select ec.event_id, ec.community_id from event_channels ec
    where ec.channel_id = c.channel_id and ec.event_id < ${value('before')}::uuid ${kind} ${found} ${unpinned} ${visible}
    order by ec.event_id desc limit ${value('most')}) k
  order by k.event_id desc offset ${value('skip')} limit ${value('rows')}`
}

/** `offset 0` forces a lookup per row: the planner would join every row of the channels. */
const ownOrAnsweredKeys = ({ searching, hasHiddenUsers }: PageVariant, value: Value) => {
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
       where a.user_id = ${value('userId')} and a.event_id < ${value('before')}::uuid ${found} ${hasHiddenUsers ? isVisibleEventAuthor(value) : sql``}
         and exists (select from event_channels ec where ec.community_id = a.community_id and ec.event_id = a.event_id
           and ec.channel_id = any(${value('readChannelIds')}::uuid[]) offset 0)
       order by a.event_id desc limit ${value('most')})) mine
    order by event_id desc offset ${value('skip')} limit ${value('rows')}`
}

/** Hides a minor’s posts from adults outside the team; excludes weather posts, whose author did not write them. */
const authorKeys = ({ searching, hasHiddenUsers }: PageVariant, value: Value) => {
  const found = searching ? sql`and event_search(e) @@ words_query(${value('search')})` : sql``
  const isMinor = isMinorColumn('u', value('now'), value('consentAge'))
  return sql`
    select e.id as event_id, e.community_id from events e
    where e.community_id = any (array(select c.id from communities c
        where c.id = ${value('communityId')} or c.organization_id = ${value('organizationId')}::uuid))
      and e.user_id = ${value('authorId')}::uuid and e.group_id <> 'weather'
      and (${value('seesMinors')}::boolean or not exists (select from users u
        where u.community_id = e.community_id and u.id = e.user_id and ${isMinor} offset 0))
      and e.id < ${value('before')}::uuid ${found} ${hasHiddenUsers ? isVisibleEventAuthor(value) : sql``}
      and exists (select from event_channels ec where ec.community_id = e.community_id and ec.event_id = e.id
        and ec.channel_id = any(${value('readChannelIds')}::uuid[]) offset 0)
    order by e.id desc offset ${value('skip')} limit ${value('rows')}`
}

/** The requested event, if the community reads one of its channels or the viewer wrote it. */
const singleKey = ({ hasHiddenUsers }: PageVariant, value: Value) => sql`
  select e.id as event_id, e.community_id from events e
  where e.community_id = ${value('communityId')} and e.id = ${value('filter')}::uuid and e.user_id = ${value('userId')}
  union
  select ec.event_id, ec.community_id from event_channels ec
  where ec.event_id = ${value('filter')}::uuid and ec.channel_id = any(${value('readChannelIds')}::uuid[]) ${hasHiddenUsers ? isVisibleAuthor(value) : sql``}`

const pinnedKeys = (
  value: (name: 'communityId' | 'readChannelIds' | 'now' | 'hiddenUserIds') => RawBuilder<unknown>,
  hasHiddenUsers: boolean,
) => sql<{
  event_id: string
}>`
  select e.id as event_id, e.community_id from events e
  where e.community_id = ${value('communityId')} and e.pinned_until > ${value('now')}::timestamptz ${hasHiddenUsers ? isVisibleEventAuthor(value) : sql``}
    and exists (select from event_channels ec where ec.community_id = e.community_id and ec.event_id = e.id
      and ec.channel_id = any(${value('readChannelIds')}::uuid[]) offset 0)`

const keysOf = (variant: PageVariant, value: Value) =>
  variant.narrowedTo === 'one'
    ? singleKey(variant, value)
    : variant.narrowedTo === 'author'
      ? authorKeys(variant, value)
      : variant.narrowedTo === 'my'
        ? ownOrAnsweredKeys(variant, value)
        : channelKeys(variant, value)

/** A page is one text with a line per row, which costs a fraction of rows or JSON. Null for an empty page. */
export interface FeedPageIndex {
  page: string | null
}

/** Ids of the users who answered event `e`, the earliest answer first. */
export const answererIds = sql<string[]>`array(select a.user_id from event_answers a
        where a.community_id = e.community_id and a.event_id = e.id order by a.created_at)`

type AnswerValue = (name: 'userId' | 'canSeeAllAnswers' | 'hiddenUserIds') => RawBuilder<unknown>

const latestAnswererIds = (value: AnswerValue) => sql`array(select user_id from (
        select a.user_id, a.created_at from event_answers a
        where a.community_id = e.community_id and a.event_id = e.id and a.user_id <> all (${value('hiddenUserIds')}::uuid[])
        order by a.created_at desc, a.user_id desc limit ${sql.lit(MAX_NAMED_ANSWERERS)}) latest
      order by created_at, user_id)`

const hiddenAnswerCount = (value: AnswerValue) => sql`(select count(*) from event_answers a
        where a.community_id = e.community_id and a.event_id = e.id and a.user_id = any (${value('hiddenUserIds')}::uuid[]))`

const keysWithPinned = (variant: PageVariant, value: Value) => sql`
  pinned as materialized (${pinnedKeys(value, variant.hasHiddenUsers)}), page as materialized (${keysOf(variant, value)}), keys as (
    select event_id, community_id, false as pinned from page
    union all select event_id, community_id, true from pinned)`

/** Rows of a page index: the events `e` listed in `keys`, with `columns` and the fields that differ by viewer. */
export const pageIndexRows = (
  value: AnswerValue,
  {
    columns = sql`false as pinned`,
    where = sql``,
  }: { columns?: RawBuilder<unknown>; where?: RawBuilder<unknown> } = {},
) => {
  const canSee = canSeeAnswersColumn({
    canSeeAllAnswers: value('canSeeAllAnswers'),
    userId: value('userId'),
    interested: sql`e.interested`,
  })
  // `offset 0` makes the planner look up the viewer’s answer only once per row.
  return sql`
    select e.*, case when ${canSee} then ${latestAnswererIds(value)} end as answerer_ids,
      case when ${canSee} then ${hiddenAnswerCount(value)} else 0 end as hidden_answers
    from (select e.id, e.community_id, e.version, e.user_id, e.group_id, ${columns},
        e.id = any (array(select a.event_id from event_answers a
          where a.user_id = ${value('userId')} and a.event_id = any (array(select event_id from keys)))) as interested,
        e.id = any (array(select f.event_id from event_flags f
          where f.reporter_id = ${value('userId')} and f.event_id = any (array(select event_id from keys)))) as flagged
      from keys join events e on e.community_id = keys.community_id and e.id = keys.event_id ${where} offset 0) e`
}

/** One line of a page index, as `parsePageIndex` reads it. */
export const pageIndexLine = sql`id::text || ' ' || community_id::text || ' ' || version::text || ' ' || interested::text || ' ' || flagged::text
    || ' ' || pinned::text || ' ' || hidden_answers::text || ' ' || coalesce(answerer_ids::text, '')`

/** One page of events, newest first; contains one extra row if there is a next page. */
const page = (variant: PageVariant, value: Value) => sql<FeedPageIndex>`
  with ${variant.hasPins ? keysWithPinned(variant, value) : sql`keys as materialized (${keysOf(variant, value)})`},
  page_index as (
    ${pageIndexRows(value, { ...(variant.hasPins && { columns: sql`keys.pinned` }) })}
  )
  select string_agg(${pageIndexLine}, '\n' order by id desc) as page
  from page_index`

const parseRow = (line: string): FeedPageIndexRow => {
  const [id = '', community_id = '', version, interested, flagged, pinned, hidden, answerers = ''] = line.split(' ')
  return {
    id,
    community_id,
    version: Number(version),
    interested: interested === 'true',
    flagged: flagged === 'true',
    // The column is a PostgreSQL array literal: {a,b}.
    answerer_ids: answerers === '' ? null : answerers.slice(1, -1).split(',').filter(Boolean),
    hidden_answers: Number(hidden),
    pinned: pinned === 'true',
  }
}

export const parsePageIndex = (rows: readonly FeedPageIndex[]): FeedPageIndexRow[] =>
  rows[0]?.page?.split('\n').map(parseRow) ?? []

const isGroup = (filter: string) => (eventGroups as readonly string[]).includes(filter)

export const isListedBelowPins = ({
  filter,
  authorId,
  search,
}: Pick<FeedPageRequest, 'filter' | 'authorId' | 'search'>) =>
  filter === 'all' && authorId === undefined && search === ''

const narrowedTo = ({ filter, authorId }: Pick<FeedPageRequest, 'filter' | 'authorId'>): PageVariant['narrowedTo'] => {
  if (authorId !== undefined) return 'author'
  if (filter === 'my') return 'my'
  if (filter === 'all' || filter === 'community') return 'all'
  return isGroup(filter) ? 'group' : 'category'
}

const variantOf = (request: FeedPageRequest): PageVariant => ({
  narrowedTo: narrowedTo(request),
  searching: request.search !== '',
  hasPins: request.mayHavePins && isListedBelowPins(request),
  hasHiddenUsers: request.actor.hiddenUserIds.length > 0,
})

const statements = new Map<string, Prepared<PageValues, FeedPageIndex>>()

const variantKeyOf = ({ narrowedTo, searching, hasPins, hasHiddenUsers }: PageVariant) =>
  `${narrowedTo} ${searching} ${hasPins} ${hasHiddenUsers}`

const statementOf = (db: Db, variant: PageVariant) => {
  const name = variantKeyOf(variant)
  const statement = statements.get(name) ?? prepare<PageValues, FeedPageIndex>(db, value => page(variant, value))
  statements.set(name, statement)
  return statement
}

export const variantKey = (request: FeedPageRequest): string => variantKeyOf(variantOf(request))

/** Whether this is the first page of the unfiltered feed, which shows pinned posts. */
export const isFirstFeedPage = (request: Omit<FeedPageRequest, 'mayHavePins'>): boolean =>
  isListedBelowPins(request) && request.start.before === LAST_ID && request.start.skip === 0

const valuesOf = (request: FeedPageRequest, { now, consentAge }: CurrentAgeRule): PageValues => {
  const { actor, filter, authorId = null, search, start } = request
  return {
    channelIds: filter === 'community' ? actor.ownChannelIds : actor.channelIds,
    readChannelIds: actor.channelIds,
    communityId: actor.communityId,
    organizationId: actor.organizationId,
    userId: actor.userId,
    hiddenUserIds: actor.hiddenUserIds,
    filter,
    authorId,
    search,
    before: start.before,
    skip: start.skip,
    most: start.skip + PAGE_SIZE + 1,
    rows: PAGE_SIZE + 1,
    canSeeAllAnswers: canSeeAllAnswers(actor),
    seesMinors: canSeeMinors(actor) || authorId === actor.userId,
    consentAge,
    now: now.toISOString(),
  }
}

/** The compiled statement of one page. A post counts as pinned if its pin ends after `now`. */
export const feedPageQuery = (db: Db, request: FeedPageRequest, ages: CurrentAgeRule): CompiledQuery<FeedPageIndex> =>
  statementOf(db, variantOf(request))(valuesOf(request, ages))

const batchTypes: BatchTypes<PageValues> = {
  channelIds: 'text',
  readChannelIds: 'text',
  communityId: 'uuid',
  organizationId: 'uuid',
  userId: 'uuid',
  hiddenUserIds: 'text',
  filter: 'text',
  authorId: 'uuid',
  search: 'text',
  before: 'uuid',
  skip: 'int',
  most: 'int',
  rows: 'int',
  canSeeAllAnswers: 'boolean',
  seesMinors: 'boolean',
  consentAge: 'int',
  now: 'timestamptz',
}

const batches = new Map<string, Prepared<readonly PageValues[], FeedPageIndex>>()

/** Reads several pages of one variant (`variantKey`) in one statement; returns a row per page, in the same order. */
export const feedPagesQuery = (
  db: Db,
  requests: readonly (readonly [FeedPageRequest, CurrentAgeRule])[],
): CompiledQuery<FeedPageIndex> => {
  const variant = variantOf(requests[0]![0])
  const name = variantKeyOf(variant)
  const statement =
    batches.get(name) ?? prepareBatch<PageValues, FeedPageIndex>(db, batchTypes, value => page(variant, value))
  batches.set(name, statement)
  return statement(requests.map(([request, ages]) => valuesOf(request, ages)))
}

/** Returns undefined if the viewer cannot see such an event. */
export const findEvent = async (db: Db, actor: Actor, id: string): Promise<FeedPageIndexRow | undefined> => {
  const query = statementOf(db, {
    narrowedTo: 'one',
    searching: false,
    hasPins: false,
    hasHiddenUsers: actor.hiddenUserIds.length > 0,
  })({
    channelIds: [],
    readChannelIds: actor.channelIds,
    communityId: actor.communityId,
    organizationId: actor.organizationId,
    userId: actor.userId,
    hiddenUserIds: actor.hiddenUserIds,
    filter: id,
    authorId: null,
    search: '',
    before: id,
    skip: 0,
    most: 1,
    rows: 1,
    canSeeAllAnswers: canSeeAllAnswers(actor),
    seesMinors: false,
    consentAge: 0,
    now: '',
  })
  return parsePageIndex((await db.executeQuery(query)).rows)[0]
}

export const findEvents = async (db: Db, actor: Actor, ids: readonly string[]): Promise<FeedPageIndexRow[]> => {
  const { userId, hiddenUserIds } = actor
  const values = { userId, hiddenUserIds, canSeeAllAnswers: canSeeAllAnswers(actor) }
  const { rows } = await sql<FeedPageIndex>`
    with keys as materialized (
      select e.id as event_id, e.community_id from events e
      where e.community_id = ${actor.communityId} and e.id = any (${ids}::uuid[]) and e.user_id = ${actor.userId}
      union
      select ec.event_id, ec.community_id from event_channels ec
      where ec.event_id = any (${ids}::uuid[]) and ec.channel_id = any (${actor.channelIds}::uuid[])
    ), page_index as (
      ${pageIndexRows(name => sql.val(values[name]), { where: sql`where e.user_id <> all (${hiddenUserIds}::uuid[])` })}
    )
    select string_agg(${pageIndexLine}, '\n') as page from page_index`.execute(db)
  return parsePageIndex(rows)
}

export const hasPins = async (db: Db, communityId: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('events')
    .select('id')
    .where('community_id', '=', communityId)
    .where('pinned_until', '>', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const findPinnedIds = async (db: Db, actor: Actor, now: Date): Promise<string[]> => {
  const { communityId, channelIds: readChannelIds, hiddenUserIds } = actor
  const values = { communityId, readChannelIds, hiddenUserIds, now: now.toISOString() }
  const { rows } = await pinnedKeys(name => sql.val(values[name]), hiddenUserIds.length > 0).execute(db)
  return rows.map(row => row.event_id)
}

/** The community of an event, for any caller; an event hidden by moderators is not found. */
export const findEventCommunity = (db: Db, id: string) =>
  db
    .selectFrom('events as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .select(['c.id', 'c.name', 'c.custom_uri', 'c.logo_id'])
    .where('e.id', '=', id)
    .where('e.hidden_at', 'is', null)
    .executeTakeFirst()

/** Time of an answer in microseconds since 1970, and the user who answered. */
export interface AnswerKey {
  at: string
  userId: string
}

/** Users who answered an event, the earliest first, also those of other communities of the organisation. */
export const findAnswerers = (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  eventId: string,
  { communityId, organizationId }: { communityId: string; organizationId: string | null },
  asked: { hiddenUserIds: readonly string[]; after: AnswerKey | null; skip: number; limit: number },
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
    .select([
      authorColumn('u', currentAgeRule({ clock, settings })).as('author'),
      sql<string>`(extract(epoch from a.created_at) * 1000000)::bigint`.as('at'),
    ])
    .where('a.community_id', '=', communityId)
    .where('a.event_id', '=', eventId)
    .where(sql<boolean>`a.user_id <> all (${asked.hiddenUserIds}::uuid[])`)
    .$if(asked.after !== null, query =>
      query.where(
        sql<boolean>`(a.created_at, a.user_id) >
          (timestamptz 'epoch' + ${asked.after!.at}::bigint * interval '1 microsecond', ${asked.after!.userId}::uuid)`,
      ),
    )
    .orderBy('a.created_at')
    .orderBy('a.user_id')
    .offset(asked.skip)
    .limit(asked.limit)
    .execute()

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
