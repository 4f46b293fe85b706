import { type EventGroup, eventGroups, type FeedFilter } from '@parvis/contract/feed.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { isAdminLike } from '@parvis/contract/roles.ts'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import type { PageStart } from '#server/kernel/http/pagination.ts'
import { prepare, type Prepared } from '#server/kernel/postgres/prepared.ts'
import { mediaColumn, type MediaRow } from '../media/media.presenter.ts'
import { type AuthorRow, authorColumn } from '../session/author.presenter.ts'
import type { StoredWeatherHour } from './feed.tables.ts'
import { type TemplateMarkRow, templateMarkColumn } from './template-mark.presenter.ts'

export interface EventRow {
  id: string
  community_id: string
  organization_id: string | null
  user_id: string
  group_id: EventGroup
  template_id: string | null
  deal_id: string | null
  title: string | null
  title_en: string | null
  description: string | null
  description_en: string | null
  post_description: string | null
  post_description_en: string | null
  photo_id: string | null
  youtube_video_id: string | null
  video_title: string | null
  date_id: string | null
  time_id: string | null
  place_id: string | null
  choice_id: string | null
  starts_at: Date | null
  weather: StoredWeatherHour[] | null
  interested_count: number
  messages_count: number
  created_at: Date
  updated_at: Date
  edited_at: Date | null
  version: number
  timezone: string
  author: AuthorRow
  photo: MediaRow | null
  template: TemplateMarkRow | null
  place_name: string | null
  place_name_en: string | null
  place_kind: 'location' | 'equipment' | null
  deal: {
    title: string | null
    title_en: string | null
    promotion: string | null
    promotion_en: string | null
    photo_id: string | null
  } | null
  channel_ids: string[]
  interested: boolean
  flagged: boolean
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
       where e.community_id = ${value('communityId')} and e.user_id = ${value('userId')} and e.id < ${value('before')}::uuid ${found}
       order by e.id desc limit ${value('most')})
      union
      (select a.event_id, a.community_id from event_answers a join events e on e.community_id = a.community_id and e.id = a.event_id
       where a.user_id = ${value('userId')} and a.event_id < ${value('before')}::uuid ${found}
         and exists (select from event_channels ec where ec.community_id = a.community_id and ec.event_id = a.event_id and ec.channel_id = any(${value('readChannelIds')}::uuid[]) offset 0)
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

/** What a card shows to everybody; `cardTables` brings the rows that it stands in, one for each row of `page`. */
export const cardColumns = sql`e.id, e.community_id, e.user_id, e.group_id, e.template_id, e.deal_id, e.title, e.title_en, e.description, e.description_en, e.post_description,
    e.post_description_en, e.photo_id, e.youtube_video_id, e.video_title, e.date_id, e.time_id, e.place_id, e.choice_id, e.starts_at, e.weather,
    e.interested_count, e.messages_count, e.created_at, e.updated_at, e.edited_at, e.version, c.organization_id, c.timezone, p.name as place_name, p.name_en as place_name_en, p.kind as place_kind,
    ${authorColumn('u')} as author, ${mediaColumn('m')} as photo, ${templateMarkColumn('t', 'tc')} as template,
    case when d.id is not null then json_build_object('title', d.title, 'title_en', d.title_en, 'promotion', d.promotion, 'promotion_en', d.promotion_en,
      'photo_id', d.photo_id) end as deal`
export const cardTables = sql`join events e on e.community_id = page.community_id and e.id = page.event_id
  join communities c on c.id = e.community_id
  join users u on u.community_id = e.community_id and u.id = e.user_id
  left join media m on m.id = e.photo_id
  left join places p on p.community_id = e.community_id and p.id = e.place_id
  left join templates t on t.id = e.template_id
  left join template_categories tc on tc.id = t.category_id
  left join deals d on d.id = e.deal_id`

/** One page of events with all that their cards show, newest first: one row too many when there is a next page. */
const page = (form: PageForm, value: Value) => sql<EventRow>`
  with page as materialized (${keysOf(form, value)})
  select ${cardColumns},
    array(select ec.channel_id from event_channels ec where ec.community_id = e.community_id and ec.event_id = e.id and ec.channel_id = any(${value('readChannelIds')}::uuid[])) as channel_ids,
    exists (select from event_answers a where a.community_id = e.community_id and a.event_id = e.id and a.user_id = ${value('userId')}) as interested,
    exists (select from event_flags f where f.community_id = e.community_id and f.event_id = e.id and f.reporter_id = ${value('userId')}) as flagged,
    case when ${value('seesEveryAnswer')}::boolean or e.user_id = ${value('userId')} then
      array(select a.user_id from event_answers a where a.community_id = e.community_id and a.event_id = e.id order by a.created_at) end as answerer_ids
  from page
  ${cardTables}
  order by e.id desc`

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

const statements = new Map<string, Prepared<PageValues, EventRow>>()

const statementOf = (db: Db, form: PageForm) => {
  const name = `${form.narrowedTo} ${form.searching}`
  const statement = statements.get(name) ?? prepare<PageValues, EventRow>(db, value => page(form, value))
  statements.set(name, statement)
  return statement
}

/** The statement of one page, as it goes to the database. */
export const feedPageQuery = (
  db: Db,
  { actor, filter, search, start, seesEveryAnswer }: FeedPageRequest,
): CompiledQuery<EventRow> =>
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

export const findFeedPage = async (db: Db, request: FeedPageRequest): Promise<EventRow[]> =>
  (await db.executeQuery(feedPageQuery(db, request))).rows

/** One event as this viewer may see it; undefined when there is none for them. */
export const findEvent = async (db: Db, actor: Actor, id: string): Promise<EventRow | undefined> => {
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
  return (await db.executeQuery(query)).rows[0]
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
export const findAnswerers = (db: Db, event: { id: string; community_id: string; organization_id: string | null }) =>
  db
    .selectFrom('event_answers as a')
    .innerJoin('users as u', join =>
      join.onRef('u.id', '=', 'a.user_id').on('u.community_id', 'in', eb =>
        eb
          .selectFrom('communities as c')
          .select('c.id')
          .where(where =>
            where.or([
              where('c.id', '=', event.community_id),
              ...(event.organization_id ? [where('c.organization_id', '=', event.organization_id)] : []),
            ]),
          ),
      ),
    )
    .select(authorColumn('u').as('author'))
    .where('a.community_id', '=', event.community_id)
    .where('a.event_id', '=', event.id)
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
