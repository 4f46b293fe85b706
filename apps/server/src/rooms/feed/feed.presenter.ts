import { type LiveEvent, MY_PLACE } from '@parvis/contract/feed.ts'
import { isPastEvent } from '@parvis/contract/past-event.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { presentMedia, presentMediaUri } from '../media/media.presenter.ts'
import { presentAuthor } from '../session/author.presenter.ts'
import { eventAbilities, type EventFacts } from './feed.policy.ts'
import type { EventRow } from './feed.queries.ts'
import { presentTemplateMark } from './template-mark.presenter.ts'

const presentDealInset = (id: string, deal: NonNullable<EventRow['deal']>): NonNullable<LiveEvent['deal']> => ({
  _id: id,
  title: deal.title,
  promotion: deal.promotion,
  lang: { en: { title: deal.title_en, promotion: deal.promotion_en } },
  photoUri: presentMediaUri(deal.photo_id),
})

/** What the rules need to know of an event, at the moment `now`. */
export const eventFacts = (row: Omit<EventRow, 'interested' | 'flagged' | 'answerer_ids'>, now: Date): EventFacts => ({
  userId: row.user_id,
  communityId: row.community_id,
  organizationId: row.organization_id,
  groupId: row.group_id,
  isPast: isPastEvent(
    {
      date: row.starts_at?.toISOString() ?? null,
      dateAdded: row.created_at.toISOString(),
      eventId: { dateId: row.date_id, timeId: row.time_id },
    },
    row.timezone,
    now.getTime(),
  ),
})

/** An event as this viewer may see it at the moment `now`. */
export const presentEvent = (actor: Actor, row: EventRow, now: Date): LiveEvent => {
  const abilities = eventAbilities(actor, eventFacts(row, now))
  return {
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
      locationId: row.place_kind === 'location' ? row.place_id : null,
      equipmentId: row.place_kind === 'equipment' ? row.place_id : null,
      choiceId: row.choice_id,
      lang: { en: { title: row.title_en, description: row.description_en, postDescription: row.post_description_en } },
    },
    templateId: row.template_id,
    template: row.template && presentTemplateMark(row.template),
    goodDealId: row.deal_id,
    deal: row.deal_id && row.deal ? presentDealInset(row.deal_id, row.deal) : null,
    place: row.place_id
      ? {
          _id: row.place_id,
          name: row.place_name,
          atAuthor: row.place_kind === 'equipment' && row.place_name === MY_PLACE,
          lang: { en: { name: row.place_name_en } },
        }
      : null,
    videoTitle: row.video_title,
    channelsIds: row.channel_ids,
    interestedUsersIds:
      abilities.seeAnswers && row.answerer_ids ? row.answerer_ids : row.interested ? [actor.userId] : [],
    interestedCount: row.interested_count,
    interested: row.interested,
    flagged: row.flagged,
    messagesCount: row.messages_count,
    date: row.starts_at?.toISOString() ?? null,
    dateAdded: row.created_at.toISOString(),
    dateUpdated: row.updated_at.toISOString(),
    version: row.version,
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
    abilities,
  }
}
