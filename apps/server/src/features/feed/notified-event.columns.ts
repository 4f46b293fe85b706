import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import { type RawBuilder, sql } from 'kysely'
import { templateSummaryColumn, type TemplateSummaryRow } from '#server/kernel/template-summary.ts'

/** Maximum length of an excerpt: of a message, or of a post’s text that is shown in place of a missing title. */
export const EXCERPT_LENGTH = 100

const eventTitleColumn = (suffix: '' | '_en') =>
  sql<string | null>`coalesce(nullif(btrim(${sql.ref(`e.title${suffix}`)}), ''),
    left(btrim(regexp_replace(${sql.ref(`e.description${suffix}`)}, '\\s+', ' ', 'g')), ${sql.lit(EXCERPT_LENGTH)}))`
/** The title of the event `e` in each language, or the beginning of its text. */
export const [eventTitle, eventTitleEn] = [eventTitleColumn(''), eventTitleColumn('_en')]

export interface NotifiedEventRow {
  event: {
    id: string
    title: string | null
    title_en: string | null
    group_id: EventGroup
    author_id: string
    /** Null if the post has been removed. */
    channel_ids: string[] | null
  } | null
  template: TemplateSummaryRow | null
}

/** A text that the team has hidden is shown to its author only: in a query of the notifications `n`. */
export const ifTextVisible = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when e.hidden_at is null or e.user_id = n.user_id then ${text} end`

/** The event `e` of the notification `n`, or what `n` retains of it, with the template `t2` of category `tc`. */
export const notifiedEventColumns = sql`case when e.id is not null then json_build_object('id', e.id, 'title', ${ifTextVisible(eventTitle)}, 'title_en', ${ifTextVisible(eventTitleEn)},
  'group_id', e.group_id, 'author_id', e.user_id, 'channel_ids', array(
    select ec.channel_id from event_channels ec where ec.community_id = e.community_id and ec.event_id = e.id))
  when n.gone is not null then json_build_object('id', n.subject_id, 'title', n.gone ->> 'title', 'title_en', n.gone ->> 'title_en',
  'group_id', n.gone ->> 'group_id', 'author_id', n.gone ->> 'author_id', 'channel_ids', null) end as event,
  ${templateSummaryColumn('t2', 'tc')} as template`

export const joinTemplate = sql`left join templates t2 on t2.id = e.template_id left join template_categories tc on tc.id = t2.category_id`
