import { MOST_ANSWERERS_NAMED } from '@parvis/contract/feed.ts'
import { eventGroups, type FeedFilter } from '@parvis/contract/feed-filter.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Actor, seesMinors } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import type { PageStart } from '#server/kernel/http/pagination.ts'
import { type BatchTypes, prepare, prepareBatch, type Prepared } from '#server/kernel/postgres/prepared.ts'
import { authorColumn } from '../session/author.columns.ts'
import { type AgesNow, agesOf, isMinorColumn } from '#server/kernel/minors.ts'
import { answersShown } from './event.columns.ts'
import { seesEveryAnswer } from './feed.policy.ts'

/**
 * One entry of a `FeedPageIndex`: an event in a list, and what differs by viewer. What it shows is its rendered post.
 */
export interface SkeletonRow {
  id: string
  community_id: string
  version: number
  interested: boolean
  flagged: boolean
  /** The latest answerers visible to the viewer; null for viewers who may not see who answered. */
  answerer_ids: string[] | null
  /** Number of answerers hidden from the viewer. */
  unheard_answers: number
  /** Listed above the page, not on it. */
  pinned: boolean
}

export interface FeedPageRequest {
  actor: Actor
  filter: FeedFilter
  /** Restricts the page to the posts of this member, whatever the filter says. */
  authorId?: string
  search: string
  start: PageStart
  /** Whether something may be pinned in the viewer's community. */
  mayHavePins: boolean
}

interface PageValues {
  channelIds: readonly string[]
  /** Every channel that the viewer's community reads, whatever the filter. */
  readChannelIds: readonly string[]
  communityId: string
  organizationId: string | null
  userId: string
  /** The viewer sees none of their posts. */
  silencedIds: readonly string[]
  filter: string
  authorId: string | null
  search: string
  before: string
  skip: number
  /** Maximum number of rows from each source of the page. */
  most: number
  rows: number
  seesEveryAnswer: boolean
  /** Whether the viewer may list the posts of one member even if that is a minor. */
  seesMinors: boolean
  consentAge: number
  now: string
}

type Value = (name: keyof PageValues) => RawBuilder<unknown>

/** The variants of the statement text; everything else is a parameter. */
interface PageForm {
  narrowedTo: 'all' | 'my' | 'group' | 'category' | 'author' | 'one'
  searching: boolean
  /** Pinned posts are listed above this list, and on none of its pages. */
  hasPins: boolean
  /** The viewer has hidden users; the pages of all others are not filtered. */
  silences: boolean
}

/** Excludes events `e` whose author is hidden from the viewer. */
const heardAuthor = (value: (name: 'silencedIds') => RawBuilder<unknown>) =>
  sql`and e.user_id <> all (${value('silencedIds')}::uuid[])`

/** The same for the event of `ec`: looked up one by one, as a page has few. */
export const isHeard = (value: (name: 'silencedIds') => RawBuilder<unknown>) => sql`and exists (
      select from events e where e.community_id = ec.community_id and e.id = ec.event_id ${heardAuthor(value)} offset 0)`

/**
 * The keys of one page, found by channel and then merged: each channel returns its newest few by key, so the cost does
 * not grow with the feed or with other communities. `distinct on` removes an event that is on two of them: it walks the
 * sorted keys, which takes 150 µs a page where grouping them before takes 180.
 */
const keysByChannel = ({ narrowedTo, searching, hasPins, silences }: PageForm, value: Value) => {
  const kind =
    narrowedTo === 'group'
      ? sql`and ec.group_id = ${value('filter')}`
      : narrowedTo === 'category'
        ? sql`and ec.category_id = ${value('filter')}::uuid`
        : sql``
  const found = searching ? sql`and ec.document @@ words_query(${value('search')})` : sql``
  const unpinned = hasPins ? sql`and ec.event_id <> all (array(select event_id from pinned))` : sql``
  const heard = silences ? isHeard(value) : sql``
  return sql`
  select distinct on (k.event_id) k.event_id, k.community_id
  from unnest(${value('channelIds')}::uuid[]) as c (channel_id)
  cross join lateral (
    select ec.event_id, ec.community_id from event_channels ec
    where ec.channel_id = c.channel_id and ec.event_id < ${value('before')}::uuid ${kind} ${found} ${unpinned} ${heard}
    order by ec.event_id desc limit ${value('most')}) k
  order by k.event_id desc offset ${value('skip')} limit ${value('rows')}`
}

/**
 * Own posts, and answered ones that the community can still read: looked up one by one, which `offset 0` keeps the
 * planner from turning into a join with every row of the channels.
 */
const keysOfMine = ({ searching, silences }: PageForm, value: Value) => {
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
       where a.user_id = ${value('userId')} and a.event_id < ${value('before')}::uuid ${found} ${silences ? heardAuthor(value) : sql``}
         and exists (select from event_channels ec where ec.community_id = a.community_id and ec.event_id = a.event_id
           and ec.channel_id = any(${value('readChannelIds')}::uuid[]) offset 0)
       order by a.event_id desc limit ${value('most')})) mine
    order by event_id desc offset ${value('skip')} limit ${value('rows')}`
}

/**
 * The posts of one member, as far as the viewer's community reads them. The posts of a minor are not listed for adults
 * outside the team. Weather posts are published in the name of a team member, and are not theirs.
 */
const keysOfAuthor = ({ searching, silences }: PageForm, value: Value) => {
  const found = searching ? sql`and event_search(e) @@ words_query(${value('search')})` : sql``
  const isMinor = isMinorColumn('u', value('now'), value('consentAge'))
  return sql`
    select e.id as event_id, e.community_id from events e
    where e.community_id = any (array(select c.id from communities c
        where c.id = ${value('communityId')} or c.organization_id = ${value('organizationId')}::uuid))
      and e.user_id = ${value('authorId')}::uuid and e.group_id <> 'weather'
      and (${value('seesMinors')}::boolean or not exists (select from users u
        where u.community_id = e.community_id and u.id = e.user_id and ${isMinor} offset 0))
      and e.id < ${value('before')}::uuid ${found} ${silences ? heardAuthor(value) : sql``}
      and exists (select from event_channels ec where ec.community_id = e.community_id and ec.event_id = e.id
        and ec.channel_id = any(${value('readChannelIds')}::uuid[]) offset 0)
    order by e.id desc offset ${value('skip')} limit ${value('rows')}`
}

/** The requested event, if it is on a channel that the community reads, or is the viewer's own. */
const keyOfOne = ({ silences }: PageForm, value: Value) => sql`
  select e.id as event_id, e.community_id from events e
  where e.community_id = ${value('communityId')} and e.id = ${value('filter')}::uuid and e.user_id = ${value('userId')}
  union
  select ec.event_id, ec.community_id from event_channels ec
  where ec.event_id = ${value('filter')}::uuid and ec.channel_id = any(${value('readChannelIds')}::uuid[]) ${silences ? isHeard(value) : sql``}`

/** Pinned events of the viewer's community, as far as they read them. */
const pinnedKeys = (
  value: (name: 'communityId' | 'readChannelIds' | 'now' | 'silencedIds') => RawBuilder<unknown>,
  silences: boolean,
) => sql<{
  event_id: string
}>`
  select e.id as event_id, e.community_id from events e
  where e.community_id = ${value('communityId')} and e.pinned_until > ${value('now')}::timestamptz ${silences ? heardAuthor(value) : sql``}
    and exists (select from event_channels ec where ec.community_id = e.community_id and ec.event_id = e.id
      and ec.channel_id = any(${value('readChannelIds')}::uuid[]) offset 0)`

const keysOf = (form: PageForm, value: Value) =>
  form.narrowedTo === 'one'
    ? keyOfOne(form, value)
    : form.narrowedTo === 'author'
      ? keysOfAuthor(form, value)
      : form.narrowedTo === 'my'
        ? keysOfMine(form, value)
        : keysByChannel(form, value)

/**
 * The result of the statement: a page is one text, a line for each row, which costs PostgreSQL and the driver a
 * fraction of what rows or JSON would. Null is an empty page.
 */
export interface Skeleton {
  page: string | null
}

/** Users who answered the event `e`, the first one first. */
export const answererIds = sql<string[]>`array(select a.user_id from event_answers a
        where a.community_id = e.community_id and a.event_id = e.id order by a.created_at)`

type Answers = (name: 'userId' | 'seesEveryAnswer' | 'silencedIds') => RawBuilder<unknown>

/** The latest answerers visible to the viewer. */
const latestAnswererIds = (value: Answers) => sql`array(select user_id from (
        select a.user_id, a.created_at from event_answers a
        where a.community_id = e.community_id and a.event_id = e.id and a.user_id <> all (${value('silencedIds')}::uuid[])
        order by a.created_at desc, a.user_id desc limit ${sql.lit(MOST_ANSWERERS_NAMED)}) latest
      order by created_at, user_id)`

const unheardAnswers = (value: Answers) => sql`(select count(*) from event_answers a
        where a.community_id = e.community_id and a.event_id = e.id and a.user_id = any (${value('silencedIds')}::uuid[]))`

/** The keys of a page, and of the pinned events above it. */
const keysWithPinned = (form: PageForm, value: Value) => sql`
  pinned as materialized (${pinnedKeys(value, form.silences)}), page as materialized (${keysOf(form, value)}), keys as (
    select event_id, community_id, false as pinned from page
    union all select event_id, community_id, true from pinned)`

/** The rows of a page index: the events `e` that `keys` name, with `columns` and what differs by viewer. */
export const skeletonRows = (
  value: Answers,
  {
    columns = sql`false as pinned`,
    where = sql``,
  }: { columns?: RawBuilder<unknown>; where?: RawBuilder<unknown> } = {},
) => {
  const shown = answersShown({
    seesEveryAnswer: value('seesEveryAnswer'),
    userId: value('userId'),
    interested: sql`e.interested`,
  })
  // `offset 0`: whether the viewer has answered is looked up once for each row.
  return sql`
    select e.*, case when ${shown} then ${latestAnswererIds(value)} end as answerer_ids,
      case when ${shown} then ${unheardAnswers(value)} else 0 end as unheard_answers
    from (select e.id, e.community_id, e.version, e.user_id, e.group_id, ${columns},
        e.id = any (array(select a.event_id from event_answers a
          where a.user_id = ${value('userId')} and a.event_id = any (array(select event_id from keys)))) as interested,
        e.id = any (array(select f.event_id from event_flags f
          where f.reporter_id = ${value('userId')} and f.event_id = any (array(select event_id from keys)))) as flagged
      from keys join events e on e.community_id = keys.community_id and e.id = keys.event_id ${where} offset 0) e`
}

/** One line of a page index, as `parsePageIndex` reads it. */
export const skeletonLine = sql`id::text || ' ' || community_id::text || ' ' || version::text || ' ' || interested::text || ' ' || flagged::text
    || ' ' || pinned::text || ' ' || unheard_answers::text || ' ' || coalesce(answerer_ids::text, '')`

/** One page of events, newest first: one row too many when there is a next page. */
const page = (form: PageForm, value: Value) => sql<Skeleton>`
  with ${form.hasPins ? keysWithPinned(form, value) : sql`keys as materialized (${keysOf(form, value)})`},
  skeleton as (
    ${skeletonRows(value, { ...(form.hasPins && { columns: sql`keys.pinned` }) })}
  )
  select string_agg(${skeletonLine}, '\n' order by id desc) as page
  from skeleton`

const readRow = (line: string): SkeletonRow => {
  const [id = '', community_id = '', version, interested, flagged, pinned, unheard, answerers = ''] = line.split(' ')
  return {
    id,
    community_id,
    version: Number(version),
    interested: interested === 'true',
    flagged: flagged === 'true',
    // A PostgreSQL array literal: {a,b}.
    answerer_ids: answerers === '' ? null : answerers.slice(1, -1).split(',').filter(Boolean),
    unheard_answers: Number(unheard),
    pinned: pinned === 'true',
  }
}

export const readSkeleton = (rows: readonly Skeleton[]): SkeletonRow[] => rows[0]?.page?.split('\n').map(readRow) ?? []

const isGroup = (filter: string) => (eventGroups as readonly string[]).includes(filter)

export const standsBelowPins = ({
  filter,
  authorId,
  search,
}: Pick<FeedPageRequest, 'filter' | 'authorId' | 'search'>) =>
  filter === 'all' && authorId === undefined && search === ''

const narrowedTo = ({ filter, authorId }: Pick<FeedPageRequest, 'filter' | 'authorId'>): PageForm['narrowedTo'] => {
  if (authorId !== undefined) return 'author'
  if (filter === 'my') return 'my'
  if (filter === 'all' || filter === 'community') return 'all'
  return isGroup(filter) ? 'group' : 'category'
}

const formOf = (request: FeedPageRequest): PageForm => ({
  narrowedTo: narrowedTo(request),
  searching: request.search !== '',
  hasPins: request.mayHavePins && standsBelowPins(request),
  silences: request.actor.silencedIds.length > 0,
})

const statements = new Map<string, Prepared<PageValues, Skeleton>>()

const nameOf = ({ narrowedTo, searching, hasPins, silences }: PageForm) =>
  `${narrowedTo} ${searching} ${hasPins} ${silences}`

const statementOf = (db: Db, form: PageForm) => {
  const name = nameOf(form)
  const statement = statements.get(name) ?? prepare<PageValues, Skeleton>(db, value => page(form, value))
  statements.set(name, statement)
  return statement
}

/** Identifies the statement text of this page. */
export const formName = (request: FeedPageRequest): string => nameOf(formOf(request))

/** Whether it is the first page of the unfiltered feed, which shows pinned posts. */
export const isTopOfAll = (request: Omit<FeedPageRequest, 'mayHavePins'>): boolean =>
  standsBelowPins(request) && request.start.before === LAST_ID && request.start.skip === 0

const valuesOf = (request: FeedPageRequest, { now, consentAge }: AgesNow): PageValues => {
  const { actor, filter, authorId = null, search, start } = request
  return {
    channelIds: filter === 'community' ? actor.ownChannelIds : actor.channelIds,
    readChannelIds: actor.channelIds,
    communityId: actor.communityId,
    organizationId: actor.organizationId,
    userId: actor.userId,
    silencedIds: actor.silencedIds,
    filter,
    authorId,
    search,
    before: start.before,
    skip: start.skip,
    most: start.skip + PAGE_SIZE + 1,
    rows: PAGE_SIZE + 1,
    seesEveryAnswer: seesEveryAnswer(actor),
    seesMinors: seesMinors(actor) || authorId === actor.userId,
    consentAge,
    now: now.toISOString(),
  }
}

/** The compiled statement of one page. Posts are pinned that are pinned until after `now`. */
export const feedPageQuery = (db: Db, request: FeedPageRequest, ages: AgesNow): CompiledQuery<Skeleton> =>
  statementOf(db, formOf(request))(valuesOf(request, ages))

const batchTypes: BatchTypes<PageValues> = {
  channelIds: 'text',
  readChannelIds: 'text',
  communityId: 'uuid',
  organizationId: 'uuid',
  userId: 'uuid',
  silencedIds: 'text',
  filter: 'text',
  authorId: 'uuid',
  search: 'text',
  before: 'uuid',
  skip: 'int',
  most: 'int',
  rows: 'int',
  seesEveryAnswer: 'boolean',
  seesMinors: 'boolean',
  consentAge: 'int',
  now: 'timestamptz',
}

const batches = new Map<string, Prepared<readonly PageValues[], Skeleton>>()

/** The same for pages of one variant (`variantKey`) in one statement: a row for each, in their order. */
export const feedPagesQuery = (
  db: Db,
  requests: readonly (readonly [FeedPageRequest, AgesNow])[],
): CompiledQuery<Skeleton> => {
  const form = formOf(requests[0]![0])
  const name = nameOf(form)
  const statement = batches.get(name) ?? prepareBatch<PageValues, Skeleton>(db, batchTypes, value => page(form, value))
  batches.set(name, statement)
  return statement(requests.map(([request, ages]) => valuesOf(request, ages)))
}

/** Undefined when there is no such event for this viewer. */
export const findEvent = async (db: Db, actor: Actor, id: string): Promise<SkeletonRow | undefined> => {
  const query = statementOf(db, {
    narrowedTo: 'one',
    searching: false,
    hasPins: false,
    silences: actor.silencedIds.length > 0,
  })({
    channelIds: [],
    readChannelIds: actor.channelIds,
    communityId: actor.communityId,
    organizationId: actor.organizationId,
    userId: actor.userId,
    silencedIds: actor.silencedIds,
    filter: id,
    authorId: null,
    search: '',
    before: id,
    skip: 0,
    most: 1,
    rows: 1,
    seesEveryAnswer: seesEveryAnswer(actor),
    seesMinors: false,
    consentAge: 0,
    now: '',
  })
  return readSkeleton((await db.executeQuery(query)).rows)[0]
}

/** Those of these events that this viewer may see. */
export const findEvents = async (db: Db, actor: Actor, ids: readonly string[]): Promise<SkeletonRow[]> => {
  const { userId, silencedIds } = actor
  const values = { userId, silencedIds, seesEveryAnswer: seesEveryAnswer(actor) }
  const { rows } = await sql<Skeleton>`
    with keys as materialized (
      select e.id as event_id, e.community_id from events e
      where e.community_id = ${actor.communityId} and e.id = any (${ids}::uuid[]) and e.user_id = ${actor.userId}
      union
      select ec.event_id, ec.community_id from event_channels ec
      where ec.event_id = any (${ids}::uuid[]) and ec.channel_id = any (${actor.channelIds}::uuid[])
    ), skeleton as (
      ${skeletonRows(name => sql.val(values[name]), { where: sql`where e.user_id <> all (${silencedIds}::uuid[])` })}
    )
    select string_agg(${skeletonLine}, '\n') as page from skeleton`.execute(db)
  return readSkeleton(rows)
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
  const { communityId, channelIds: readChannelIds, silencedIds } = actor
  const values = { communityId, readChannelIds, silencedIds, now: now.toISOString() }
  const { rows } = await pinnedKeys(name => sql.val(values[name]), silencedIds.length > 0).execute(db)
  return rows.map(row => row.event_id)
}

/** The community of an event, for any caller; an event that the team has hidden is not found. */
export const findEventCommunity = (db: Db, id: string) =>
  db
    .selectFrom('events as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .select(['c.id', 'c.name', 'c.custom_uri', 'c.logo_id'])
    .where('e.id', '=', id)
    .where('e.hidden_at', 'is', null)
    .executeTakeFirst()

/** When a user answered, in microseconds since 1970, and who. */
export interface AnswerKey {
  at: string
  userId: string
}

/** Users who answered an event, the first one first, from its community and the others of its organisation. */
export const findAnswerers = (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  eventId: string,
  { communityId, organizationId }: { communityId: string; organizationId: string | null },
  asked: { silencedIds: readonly string[]; after: AnswerKey | null; skip: number; limit: number },
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
      authorColumn('u', agesOf({ clock, settings })).as('author'),
      sql<string>`(extract(epoch from a.created_at) * 1000000)::bigint`.as('at'),
    ])
    .where('a.community_id', '=', communityId)
    .where('a.event_id', '=', eventId)
    .where(sql<boolean>`a.user_id <> all (${asked.silencedIds}::uuid[])`)
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
