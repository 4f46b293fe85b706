import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import { sql } from 'kysely'
import type { StoredChoice } from '#server/kernel/choices.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { prepareStatement } from '#server/kernel/postgres/prepared.ts'
import { type PlaceRow, placeColumn } from '../community/place.columns.ts'
import { choiceColumn, type TemplateSummaryRow, templateSummaryColumn } from '#server/kernel/template-summary.ts'
import { type AuthorRow, authorColumn } from '#server/kernel/author.ts'
import { type AgeRule, currentAgeRule } from '#server/kernel/minors.ts'
import { mediaColumn, type MediaRow } from '#server/kernel/picture.ts'
import { selectRows } from '#server/kernel/postgres/rows.ts'
import type { StoredWeatherHour, StoredWhen } from './feed.tables.ts'

export interface RenderedPostRow {
  id: string
  community_id: string
  organization_id: string | null
  user_id: string
  account_id: string
  group_id: EventGroup
  template_id: string | null
  category_id: string | null
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
  location_id: string | null
  choice_id: string | null
  starts_at: Date | null
  weather: StoredWeatherHour[] | null
  interested_count: number
  messages_count: number
  created_at: Date
  updated_at: Date
  edited_at: Date | null
  moved_at: Date | null
  moved_from: StoredWhen | null
  moved_place: boolean | null
  cancelled_at: Date | null
  cancel_reason: string | null
  pinned_until: Date | number | null
  hidden_at: Date | null
  version: number
  timezone: string
  author: AuthorRow
  photo: MediaRow | null
  template: TemplateSummaryRow | null
  place: PlaceRow | null
  /** The author’s accommodation, if the place of the event stands for the author’s home or accommodation. */
  location: Omit<PlaceRow, 'kind'> | null
  choice: StoredChoice | null
  /** Null also if the deal is hidden or its author has left. */
  deal: {
    title: string | null
    title_en: string | null
    promotion: string | null
    promotion_en: string | null
    photo_id: string | null
    user_id: string
  } | null
  channel_ids: string[]
}

/** The columns of a `RenderedPostRow` except `channel_ids`, for an event `e` joined with `renderedPostJoins`. */
const renderedPostColumns = (
  ages: AgeRule,
) => sql`e.id, e.community_id, e.user_id, e.group_id, e.template_id, e.deal_id, e.title, e.title_en,
    e.description, e.description_en, e.post_description, e.post_description_en, e.photo_id, e.youtube_video_id,
    e.video_title, e.date_id, e.time_id, e.place_id, e.location_id, e.choice_id, e.starts_at, e.weather, e.interested_count,
    e.messages_count, e.created_at, e.updated_at, e.edited_at, e.moved_at, e.moved_from, e.moved_place, e.cancelled_at, e.cancel_reason,
    e.pinned_until, e.hidden_at, e.version, c.organization_id, c.timezone,
    u.account_id, t.category_id, ${placeColumn('p')} as place, ${placeColumn('stay')} as location,
    case when e.choice_id is not null then ${choiceColumn('e', 't', 'd')} end as choice,
    ${authorColumn('u', ages)} as author, ${mediaColumn('m')} as photo, ${templateSummaryColumn('t', 'tc')} as template,
    case when d.id is not null then json_build_object('title', d.title, 'title_en', d.title_en,
      'promotion', d.promotion, 'promotion_en', d.promotion_en, 'photo_id', d.photo_id,
      'user_id', d.user_id) end as deal`
const renderedPostJoins = sql`join communities c on c.id = e.community_id
  join users u on u.community_id = e.community_id and u.id = e.user_id
  left join media m on m.id = e.photo_id
  left join places p on p.community_id = e.community_id and p.id = e.place_id
  left join places stay on stay.community_id = e.community_id and stay.id = e.location_id
  left join templates t on t.id = e.template_id
  left join template_categories tc on tc.id = t.category_id
  left join (deals d join users dealer on dealer.community_id = d.community_id and dealer.id = d.user_id
    and dealer.gone_at is null and d.hidden_at is null) on d.id = e.deal_id`

const renderedPostStatement = prepareStatement<
  { communityIds: readonly string[]; eventIds: readonly string[]; now: Date; consentAge: number },
  RenderedPostRow
>(
  value => sql<RenderedPostRow>`
    select ${renderedPostColumns({ now: value('now'), consentAge: value('consentAge') })},
      array(select ec.channel_id from event_channels ec
        where ec.community_id = e.community_id and ec.event_id = e.id) as channel_ids
    from unnest(${value('communityIds')}::uuid[], ${value('eventIds')}::uuid[]) as asked (community_id, event_id)
    join events e on e.community_id = asked.community_id and e.id = asked.event_id
    ${renderedPostJoins}`,
)

/** Returns rows in no particular order, without those of deleted events. */
export const findRenderedPostRows = async (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  keys: readonly { communityId: string; eventId: string }[],
): Promise<RenderedPostRow[]> => {
  if (keys.length === 0) return []
  return selectRows(
    db,
    renderedPostStatement({
      communityIds: keys.map(({ communityId }) => communityId),
      eventIds: keys.map(({ eventId }) => eventId),
      ...currentAgeRule({ clock, settings }),
    }),
  )
}
