// The SQL statement that reads the index of one feed page. It is prepared once for each `PageVariant`.
import { MAX_NAMED_ANSWERERS } from '@parvis/contract/feed.ts'
import { eventGroups, type FeedFilter } from '@parvis/contract/feed-filter.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Actor, canSeeMinors } from '#server/kernel/actor.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import { memoize } from '#server/kernel/memoize.ts'
import type { PageStart } from '#server/kernel/http/pagination.ts'
import { type BatchTypes, prepareStatement, prepareBatch } from '#server/kernel/postgres/prepared.ts'
import type { CurrentAgeRule } from '#server/kernel/minors.ts'
import { canSeeAnswersColumn } from './event.columns.ts'
import { canSeeAllAnswers } from './feed.policy.ts'
import { type PageValues, type PageVariant, type PageValue, pageKeys, pinnedKeys } from './feed-keys.queries.ts'

/** One event of a `FeedPageIndex`, with the fields that differ by viewer. Its other fields are in its rendered post. */
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
  /** Whether this row lists the event as pinned, above the page. */
  pinned: boolean
}

export interface FeedPageRequest {
  actor: Actor
  filter: FeedFilter
  /** Restricts the page to the posts of this member, whatever the filter. */
  authorId?: string
  search: string
  start: PageStart
  mayHavePins: boolean
}

/** `page` is a text with one line per event: PostgreSQL sends it much faster than rows or JSON. Null without events. */
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

const keysWithPinned = (variant: PageVariant, value: PageValue) => sql`
  pinned as materialized (${pinnedKeys(value, variant.hasHiddenUsers)}), page as materialized (${pageKeys(variant, value)}), keys as (
    select event_id, community_id, false as pinned from page
    union all select event_id, community_id, true from pinned)`

/** Selects the rows of a page index: the events in `keys`, with `columns` and the fields that differ by viewer. */
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
  // With `offset 0`, the viewer’s answer is looked up only once per row.
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

/** The SQL of one line of a page index, as `parsePageIndex` parses it. */
export const pageIndexLine = sql`id::text || ' ' || community_id::text || ' ' || version::text || ' ' || interested::text || ' ' || flagged::text
    || ' ' || pinned::text || ' ' || hidden_answers::text || ' ' || coalesce(answerer_ids::text, '')`

/** Selects one page of events, newest first, and one more event if there is a next page. */
const page = (variant: PageVariant, value: PageValue) => sql<FeedPageIndex>`
  with ${variant.hasPins ? keysWithPinned(variant, value) : sql`keys as materialized (${pageKeys(variant, value)})`},
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

const narrowedTo = ({ filter, authorId }: Pick<FeedPageRequest, 'filter' | 'authorId'>): PageVariant['scope'] => {
  if (authorId !== undefined) return 'author'
  if (filter === 'my') return 'my'
  if (filter === 'all' || filter === 'community') return 'all'
  return isGroup(filter) ? 'group' : 'category'
}

const variantOf = (request: FeedPageRequest): PageVariant => ({
  scope: narrowedTo(request),
  hasSearch: request.search !== '',
  hasPins: request.mayHavePins && isListedBelowPins(request),
  hasHiddenUsers: request.actor.hiddenUserIds.length > 0,
})

const variantKeyOf = ({ scope, hasSearch, hasPins, hasHiddenUsers }: PageVariant) =>
  `${scope} ${hasSearch} ${hasPins} ${hasHiddenUsers}`

export const pageStatementOf = memoize(
  (variant: PageVariant) => prepareStatement<PageValues, FeedPageIndex>(value => page(variant, value)),
  variantKeyOf,
)

export const pageVariantKey = (request: FeedPageRequest): string => variantKeyOf(variantOf(request))

/** Whether this is the first page of the unfiltered feed, above which pinned posts are listed. */
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

/** Returns the compiled statement of one page. A post is pinned if its pin ends after the time of `ages`. */
export const feedPageQuery = (request: FeedPageRequest, ages: CurrentAgeRule): CompiledQuery<FeedPageIndex> =>
  pageStatementOf(variantOf(request))(valuesOf(request, ages))

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

const batchStatementOf = memoize(
  (variant: PageVariant) => prepareBatch<PageValues, FeedPageIndex>(batchTypes, value => page(variant, value)),
  variantKeyOf,
)

/**
 * Returns one statement for several pages, which must have the same `pageVariantKey`. Its result has one row per page, in
 * the order of the requests.
 */
export const feedPagesQuery = (
  requests: readonly (readonly [FeedPageRequest, CurrentAgeRule])[],
): CompiledQuery<FeedPageIndex> =>
  batchStatementOf(variantOf(requests[0]![0]))(requests.map(([request, ages]) => valuesOf(request, ages)))
