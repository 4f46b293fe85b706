import { presentTemplateSummary } from '#server/kernel/template-summary.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { isPastEvent } from '@parvis/contract/past-event.ts'
import { presentMedia, presentMediaUri } from '#server/kernel/picture.ts'
import { presentAuthor } from '#server/kernel/author.ts'
import { isMyPlace } from '../community/place.columns.ts'
import type { RenderedPostRow } from './rendered-post.queries.ts'
import type { EventFacts } from './feed.policy.ts'

type ViewerField =
  | 'pinnedUntil'
  | 'version'
  | 'channelsIds'
  | 'interestedUsersIds'
  | 'interested'
  | 'flagged'
  | 'abilities'

/** The part of an event that is the same for all viewers. `FeedPageIndex` has the part that differs by viewer. */
export interface RenderedPost {
  id: string
  version: number
  channelIds: readonly string[]
  /** Milliseconds since 1970; Infinity for a pin without end, 0 if the post is not pinned. */
  pinnedUntil: number
  shared: Omit<FeedPost, ViewerField>
  /** `shared` as JSON in UTF-8, without the closing brace. */
  json: Buffer
  /** Ids of the other entities that the post shows. If one of them changes, the cached post is stale. */
  dependencyIds: ReadonlySet<string>
  facts(now: Date): EventFacts
}

const presentNamed = (row: { id: string; name: string | null; name_en: string | null }) => ({
  _id: row.id,
  name: row.name,
  lang: { en: { name: row.name_en } },
})

const presentDealSummary = (id: string, deal: NonNullable<RenderedPostRow['deal']>): NonNullable<FeedPost['deal']> => ({
  _id: id,
  title: deal.title,
  promotion: deal.promotion,
  lang: { en: { title: deal.title_en, promotion: deal.promotion_en } },
  photoUri: presentMediaUri(deal.photo_id),
})

const presentMove = (
  at: Date,
  { moved_from: from, moved_place: place }: Pick<RenderedPostRow, 'moved_from' | 'moved_place'>,
): NonNullable<FeedPost['moved']> => ({
  date: at.toISOString(),
  from: from && { dateId: from.dateId, timeId: from.timeId, date: from.startsAt },
  place: place === true,
})

const presentShared = (row: RenderedPostRow): RenderedPost['shared'] => ({
  _id: row.id,
  userId: row.user_id,
  user: presentAuthor(row.author),
  communityId: row.community_id,
  groupId: row.group_id,
  eventId: {
    title: row.title,
    description: row.description,
    postDescription: row.post_description,
    photoUri: presentMediaUri(row.photo_id),
    youtubeVideoId: row.youtube_video_id,
    dateId: row.date_id,
    timeId: row.time_id,
    locationId: row.place?.kind === 'location' ? row.place_id : row.location_id,
    equipmentId: row.place?.kind === 'equipment' ? row.place_id : null,
    choiceId: row.choice_id,
    lang: {
      en: { title: row.title_en, description: row.description_en, postDescription: row.post_description_en },
    },
  },
  templateId: row.template_id,
  template: row.template && presentTemplateSummary(row.template),
  goodDealId: row.deal && row.deal_id,
  deal: row.deal_id && row.deal ? presentDealSummary(row.deal_id, row.deal) : null,
  place: row.place && {
    ...presentNamed(row.place),
    atAuthor: isMyPlace(row.place),
    stay: row.location && presentNamed(row.location),
  },
  choice: row.choice && presentNamed(row.choice),
  videoTitle: row.video_title,
  interestedCount: row.interested_count,
  messagesCount: row.messages_count,
  date: row.starts_at?.toISOString() ?? null,
  dateAdded: row.created_at.toISOString(),
  dateUpdated: row.updated_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  weather:
    row.weather?.map(({ hour, temp, icon, description, description_en }) => ({
      hour,
      temp,
      icon,
      description,
      lang: { en: { description: description_en } },
    })) ?? null,
  photo: row.photo && presentMedia(row.photo),
  ...(row.moved_at && { moved: presentMove(row.moved_at, row) }),
  ...(row.cancelled_at && { cancelled: { date: row.cancelled_at.toISOString(), reason: row.cancel_reason } }),
  ...(row.hidden_at && { hiddenByTeam: true as const }),
})

const dependencyIdsOf = (row: RenderedPostRow): Set<string> =>
  new Set(
    [
      row.community_id,
      row.user_id,
      row.account_id,
      row.author.photo_id,
      row.photo_id,
      row.template_id,
      row.category_id,
      row.place_id,
      row.location_id,
      row.deal_id,
      row.deal?.photo_id,
      row.deal?.user_id,
    ].filter(id => typeof id === 'string'),
  )

export const renderPost = (row: RenderedPostRow): RenderedPost => {
  const shared = presentShared(row)
  return {
    id: row.id,
    version: row.version,
    channelIds: row.channel_ids,
    pinnedUntil: Number(row.pinned_until),
    shared,
    json: Buffer.from(JSON.stringify(shared).slice(0, -1)),
    dependencyIds: dependencyIdsOf(row),
    facts: now => ({
      userId: row.user_id,
      authorRole: row.author.role,
      communityId: row.community_id,
      organizationId: row.organization_id,
      groupId: row.group_id,
      isPast: isPastEvent(shared, row.timezone, now.getTime()),
      isHidden: row.hidden_at !== null,
      isDated: row.date_id !== null,
      isCancelled: row.cancelled_at !== null,
    }),
  }
}
