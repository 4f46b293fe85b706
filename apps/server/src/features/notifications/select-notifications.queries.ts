// The columns of a notification, read from the post, conversation, deal, person or case that it is about.
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import { type ApprovalState, MAX_NAMED_ACTORS, type NotificationKind } from '@parvis/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import { templateSummaryColumn, type TemplateSummaryRow } from '#server/kernel/template-summary.ts'
import { caseNewsColumn, type CaseNewsRow } from '../moderation/moderation.columns.ts'
import { authorColumn, type AuthorRow } from '../session/author.columns.ts'
import type { AgeRule } from '#server/kernel/minors.ts'
import { eventTitle, eventTitleEn, EXCERPT_LENGTH, isMessageForRecipient } from './notifications.columns.ts'

/** Messages and unread notifications are counted up to this number. */
export const MAX_COUNTED = 100

export interface NotificationRow {
  id: string
  community_id: string
  user_id: string
  kind: NotificationKind
  told_at: Date
  is_read: boolean
  event: {
    id: string
    title: string | null
    title_en: string | null
    group_id: EventGroup
    author_id: string
    /** Null if the post has been removed. */
    channel_ids: string[] | null
  } | null
  /** Time and place of a changed, cancelled or removed event: the current ones, or those before the removal. */
  change: {
    date_id: string | null
    time_id: string | null
    starts_at: string | null
    timezone: string
    place: string | null
    place_en: string | null
    reason: string | null
  } | null
  template: TemplateSummaryRow | null
  conversation_id: string | null
  /** The other member of a private conversation: pseudo or id, as in the URL of the conversation. */
  other: string | null
  quote: string | null
  approval_state: ApprovalState | null
  deal: { id: string; title: string | null; title_en: string | null } | null
  deal_id: string | null
  person_id: string | null
  moderation: CaseNewsRow | null
  actors: AuthorRow[]
  count: number
}

/** A text that the team has hidden is shown to its author only. */
const ifTextVisible = (title: RawBuilder<unknown>) =>
  sql`case when e.hidden_at is null or e.user_id = n.user_id then ${title} end`

const eventColumn = sql`case when e.id is not null then json_build_object('id', e.id, 'title', ${ifTextVisible(eventTitle)}, 'title_en', ${ifTextVisible(eventTitleEn)},
  'group_id', e.group_id, 'author_id', e.user_id, 'channel_ids', array(
    select ec.channel_id from event_channels ec where ec.community_id = e.community_id and ec.event_id = e.id))
  when n.gone is not null then json_build_object('id', n.gone_event_id, 'title', n.gone ->> 'title', 'title_en', n.gone ->> 'title_en',
  'group_id', n.gone ->> 'group_id', 'author_id', n.gone ->> 'author_id', 'channel_ids', null) end`

const changeColumn = sql`case
  when n.gone is not null then n.gone
  when n.kind in ('changed', 'calledoff') then (select jsonb_build_object('date_id', e.date_id, 'time_id', e.time_id,
    'starts_at', e.starts_at, 'timezone', home.timezone, 'place', p.name, 'place_en', p.name_en, 'reason', ${ifTextVisible(sql`e.cancel_reason`)})
    from communities home left join places p on p.community_id = e.community_id and p.id = e.place_id
    where home.id = e.community_id) end`

/** The latest people who answered `e`, from its community or organisation, without users hidden from the recipient. */
const latestAnswerers = (ageRule: AgeRule) => sql`(
  select coalesce(json_agg(latest.author order by latest.created_at desc), '[]') from (
    select ${authorColumn('au', ageRule)} as author, a.created_at
    from event_answers a join users au on au.id = a.user_id and au.community_id in (
      select c.id from communities c join communities home on home.id = e.community_id
      where c.id = home.id or c.organization_id = home.organization_id)
    where a.community_id = e.community_id and a.event_id = e.id and a.user_id <> all (r.hidden_user_ids)
    order by a.created_at desc limit ${sql.lit(MAX_NAMED_ACTORS)}) latest)`

/** The number of answers to `e` by users hidden from the recipient, to subtract from the count. */
const hiddenAnswersCount = sql`case when cardinality(r.hidden_user_ids) = 0 then 0 else (
  select count(*)::int from event_answers a
  where a.community_id = e.community_id and a.event_id = e.id and a.user_id = any (r.hidden_user_ids)) end`

/** The messages `m` that the notification `n` covers for the recipient `r`. */
export const coveredMessages = sql`messages m
  where m.community_id = n.conversation_community_id and m.conversation_id = n.conversation_id
    and m.place > n.from_place and m.place <= n.place and ${isMessageForRecipient}`

const latestMessageAuthors = (ageRule: AgeRule) => sql`(
  select coalesce(json_agg(latest.author order by latest.place desc), '[]') from (
    select ${authorColumn('wu', ageRule)} as author, wrote.place from (
      select recent.user_id, recent.user_community_id, max(recent.place) as place from (
        select m.user_id, m.user_community_id, m.place from ${coveredMessages} order by m.place desc limit ${sql.lit(MAX_COUNTED)}) recent
      group by 1, 2 order by 3 desc limit ${sql.lit(MAX_NAMED_ACTORS)}) wrote
    join users wu on wu.community_id = wrote.user_community_id and wu.id = wrote.user_id) latest)`

const messagesCount = sql`(select count(*)::int from (select from ${coveredMessages} limit ${sql.lit(MAX_COUNTED)}) counted)`

const quoteColumn = sql`(
  select nullif(left(btrim(regexp_replace(m.text, '\\s+', ' ', 'g')), ${sql.lit(EXCERPT_LENGTH)}), '')
  from ${coveredMessages} order by m.place desc limit 1)`

/** The other member of the private conversation `t`: by pseudo in the same community, else by id. */
const otherColumn = sql`(
  select case when ou.community_id = n.community_id then ou.pseudo else ou.id::text end
  from conversation_members cm join users ou on ou.community_id = cm.user_community_id and ou.id = cm.user_id
  where t.event_id is null and cm.community_id = t.community_id and cm.conversation_id = t.id and cm.user_id <> n.user_id)`

const approvalColumn = sql`case
  when n.person_id = n.user_id or d.approved_at is not null then 'approved'
  when d.refused_at is not null then 'refused'
  when n.kind = 'approval' then 'waiting' end`

export const selectNotifications = (notifications: RawBuilder<unknown>, ageRule: AgeRule) => sql<NotificationRow>`
  select n.id, n.community_id, n.user_id, n.kind, n.told_at,
    -- what has been read where it leads to is, however lately
    n.is_read or (n.kind = 'message' and exists (select from conversation_members cm where cm.community_id = n.conversation_community_id
      and cm.conversation_id = n.conversation_id and cm.user_id = n.user_id and cm.read_place >= n.place)) as is_read,
    ${eventColumn} as event, ${changeColumn} as change, ${templateSummaryColumn('t2', 'tc')} as template, n.conversation_id, ${otherColumn} as other,
    case n.kind when 'message' then ${quoteColumn} end as quote, ${approvalColumn} as approval_state,
    case when d.id is not null then json_build_object('id', d.id, 'title', d.title, 'title_en', d.title_en) end as deal,
    n.deal_id, n.person_id, ${caseNewsColumn(sql`n.user_id`)} as moderation,
    case
      when n.kind = 'answer' then ${latestAnswerers(ageRule)}
      when n.kind = 'message' then ${latestMessageAuthors(ageRule)}
      when n.kind = 'approval' and coalesce(d.user_id, n.person_id) <> n.user_id then json_build_array(${authorColumn('au', ageRule)})
      when n.kind in ('approval', 'moderation') then '[]'
      else json_build_array(${authorColumn('au', ageRule)}) end as actors,
    case n.kind when 'answer' then e.interested_count - ${hiddenAnswersCount} when 'message' then ${messagesCount} else 1 end as count
  from (${notifications}) n
  cross join lateral (select n.user_id, n.hidden_user_ids) r
  left join conversations t on t.community_id = n.conversation_community_id and t.id = n.conversation_id
  left join events e on e.community_id = coalesce(n.event_community_id, t.community_id) and e.id = coalesce(n.event_id, t.event_id)
  left join templates t2 on t2.id = e.template_id
  left join template_categories tc on tc.id = t2.category_id
  left join deals d on d.id = n.deal_id
  left join moderation_cases k on k.id = n.case_id
  left join users au on au.community_id = coalesce(n.event_community_id, (n.gone ->> 'community_id')::uuid, n.community_id)
    and au.id = coalesce(case when n.event_id is not null then e.user_id end, (n.gone ->> 'author_id')::uuid, d.user_id, n.person_id)
  order by n.id desc`
