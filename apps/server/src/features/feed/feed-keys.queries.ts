// Which events a page of the feed contains, for each kind of list, as the text of a subquery.
import { type RawBuilder, sql } from 'kysely'
import { isMinorColumn } from '#server/kernel/minors.ts'

/** The parameters of the statement of a page. */
export interface PageValues {
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

export type PageValue = (name: keyof PageValues) => RawBuilder<unknown>

/** Decides the text of the statement; everything else is a parameter. */
export interface PageVariant {
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
const channelKeys = ({ narrowedTo, searching, hasPins, hasHiddenUsers }: PageVariant, value: PageValue) => {
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
const ownOrAnsweredKeys = ({ searching, hasHiddenUsers }: PageVariant, value: PageValue) => {
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
const authorKeys = ({ searching, hasHiddenUsers }: PageVariant, value: PageValue) => {
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
const singleKey = ({ hasHiddenUsers }: PageVariant, value: PageValue) => sql`
  select e.id as event_id, e.community_id from events e
  where e.community_id = ${value('communityId')} and e.id = ${value('filter')}::uuid and e.user_id = ${value('userId')}
  union
  select ec.event_id, ec.community_id from event_channels ec
  where ec.event_id = ${value('filter')}::uuid and ec.channel_id = any(${value('readChannelIds')}::uuid[]) ${hasHiddenUsers ? isVisibleAuthor(value) : sql``}`

export const pinnedKeys = (
  value: (name: 'communityId' | 'readChannelIds' | 'now' | 'hiddenUserIds') => RawBuilder<unknown>,
  hasHiddenUsers: boolean,
) => sql<{
  event_id: string
}>`
  select e.id as event_id, e.community_id from events e
  where e.community_id = ${value('communityId')} and e.pinned_until > ${value('now')}::timestamptz ${hasHiddenUsers ? isVisibleEventAuthor(value) : sql``}
    and exists (select from event_channels ec where ec.community_id = e.community_id and ec.event_id = e.id
      and ec.channel_id = any(${value('readChannelIds')}::uuid[]) offset 0)`

export const pageKeys = (variant: PageVariant, value: PageValue) =>
  variant.narrowedTo === 'one'
    ? singleKey(variant, value)
    : variant.narrowedTo === 'author'
      ? authorKeys(variant, value)
      : variant.narrowedTo === 'my'
        ? ownOrAnsweredKeys(variant, value)
        : channelKeys(variant, value)
