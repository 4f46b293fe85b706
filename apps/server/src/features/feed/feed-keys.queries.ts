// Subqueries that select the keys (id and community) of the events of a feed page, one for each kind of list.
import { type RawBuilder, sql } from 'kysely'
import { isMinorColumn } from '#server/kernel/minors.ts'

/** The parameters of the SQL statement that selects one page. */
export interface PageValues {
  channelIds: readonly string[]
  /** All channels to which the viewer’s community subscribes, whatever the filter. */
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
  /** Whether the list of one member’s posts may be shown to the viewer if that member is a minor. */
  seesMinors: boolean
  consentAge: number
  now: string
}

export type PageValue = (name: keyof PageValues) => RawBuilder<unknown>

/** Each combination of these fields has its own SQL text; all other values of a request are parameters. */
export interface PageVariant {
  scope: 'all' | 'my' | 'group' | 'category' | 'author' | 'one'
  hasSearch: boolean
  /** Whether pinned posts are listed above the first page and left out of all pages. */
  hasPins: boolean
  hasHiddenUsers: boolean
}

/** Excludes events `e` whose author is hidden from the viewer. */
const isVisibleEventAuthor = (value: (name: 'hiddenUserIds') => RawBuilder<unknown>) =>
  sql`and e.user_id <> all (${value('hiddenUserIds')}::uuid[])`

/** Excludes channel rows `ec` whose event has an author hidden from the viewer. `offset 0` forces a lookup per row. */
export const isVisibleAuthor = (value: (name: 'hiddenUserIds') => RawBuilder<unknown>) => sql`and exists (
      select from events e where e.community_id = ec.community_id and e.id = ec.event_id ${isVisibleEventAuthor(value)} offset 0)`

/**
 * Each channel returns its newest events by index, so that the cost does not grow with the feed or with the number of
 * communities. `distinct on` needs 150 µs per page, `group by` 180 µs.
 */
const channelKeys = ({ scope, hasSearch, hasPins, hasHiddenUsers }: PageVariant, value: PageValue) => {
  const scopeCondition =
    scope === 'group'
      ? sql`and ec.group_id = ${value('filter')}`
      : scope === 'category'
        ? sql`and ec.category_id = ${value('filter')}::uuid`
        : sql``
  const found = hasSearch ? sql`and ec.document @@ words_query(${value('search')})` : sql``
  const unpinned = hasPins ? sql`and ec.event_id <> all (array(select event_id from pinned))` : sql``
  const visible = hasHiddenUsers ? isVisibleAuthor(value) : sql``
  return sql`
  select distinct on (k.event_id) k.event_id, k.community_id
  from unnest(${value('channelIds')}::uuid[]) as c (channel_id)
  cross join lateral (
    select ec.event_id, ec.community_id from event_channels ec
    where ec.channel_id = c.channel_id and ec.event_id < ${value('before')}::uuid ${scopeCondition} ${found} ${unpinned} ${visible}
    order by ec.event_id desc limit ${value('most')}) k
  order by k.event_id desc offset ${value('skip')} limit ${value('rows')}`
}

/**
 * Selects the events that the viewer wrote or answered. Without `offset 0`, the planner would join all channel rows.
 */
const ownOrAnsweredKeys = ({ hasSearch, hasHiddenUsers }: PageVariant, value: PageValue) => {
  const found = hasSearch ? sql`and event_search(e) @@ words_query(${value('search')})` : sql``
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

/**
 * Selects the posts of one member, without weather posts, which the server wrote. Adults outside the team do not see
 * the posts of a minor.
 */
const authorKeys = ({ hasSearch, hasHiddenUsers }: PageVariant, value: PageValue) => {
  const found = hasSearch ? sql`and event_search(e) @@ words_query(${value('search')})` : sql``
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

/** Selects one event, if the viewer’s community subscribes to one of its channels or the viewer wrote the event. */
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
  variant.scope === 'one'
    ? singleKey(variant, value)
    : variant.scope === 'author'
      ? authorKeys(variant, value)
      : variant.scope === 'my'
        ? ownOrAnsweredKeys(variant, value)
        : channelKeys(variant, value)
