// The fields that a member fills in to publish from a template, and the preview of the post.
import type { Location } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { DATE_NOW, DATE_TOGETHER, eventAbilities, type FeedPost, MY_PLACE } from '@parvis/contract/feed.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { instantAt, isDay } from '@parvis/contract/zoned-time.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { type PublicationBody, canHaveTime, type Template, type TemplateTime } from '@parvis/contract/templates.ts'
import { nullable, oneOf, optional, type Shaped, text } from '#web/kernel/device/shape.ts'

const dateId = (id: unknown): id is string => text(id) && (id === DATE_NOW || id === DATE_TOGETHER || isDay(id))
const timeId = (id: unknown): id is string => text(id) && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(id)

export const publicationShape = {
  /** Idempotency key, the same for each attempt, so that the server stores only one copy. */
  tmpId: text,
  dateId,
  /** HH:mm; null for the whole day, and for a date that has no times. */
  timeId: nullable(timeId),
  placeId: nullable(text),
  choiceId: nullable(text),
  /** Id of the channel; null for the default channel. */
  channelId: nullable(text),
  /** Set once sent, as the server may have the post; `changed` if edited after that. */
  sent: optional(oneOf('same', 'changed')),
}
export type Publication = Shaped<typeof publicationShape>

export const newPublication = (): Publication => ({
  tmpId: crypto.randomUUID(),
  dateId: DATE_NOW,
  timeId: null,
  placeId: null,
  choiceId: null,
  channelId: null,
})

/** Returns the times of a day that are still to come; for a later day, all times. */
export const upcomingTimes = (
  times: readonly TemplateTime[],
  dateId: string,
  { now, timezone }: { now: number; timezone: string },
): TemplateTime[] =>
  times.filter(({ _id }) => dateId !== dayAt(now, timezone) || instantAt(dateId, _id, timezone) > now)

/**
 * Changes the day. If the former day had times, the chosen time (or the whole day) is preserved unless it is past on
 * the new day; otherwise the first upcoming time is chosen. A day without times has no time.
 */
export const withDate = (
  publication: Publication,
  dateId: string,
  times: readonly TemplateTime[],
  { now, timezone }: { now: number; timezone: string },
): Publication => {
  if (!canHaveTime(dateId)) return { ...publication, dateId, timeId: null }
  const { timeId } = publication
  const keepsTime = canHaveTime(publication.dateId) && (timeId === null || instantAt(dateId, timeId, timezone) > now)
  const first = upcomingTimes(times, dateId, { now, timezone })[0]?._id ?? null
  return { ...publication, dateId, timeId: keepsTime ? timeId : first }
}

const isMyPlace = ({ kind, name }: Location) => kind === 'equipment' && name === MY_PLACE

/** Returns the location where the author stays if `place` is the placeholder "my place"; null otherwise. */
export const stayLocationOf = (
  place: Location | undefined,
  places: readonly Location[],
  me: Pick<SessionUser, 'lastBooking'>,
): Location | null =>
  (place && isMyPlace(place) && places.find(({ _id }) => _id === me.lastBooking?.locationId)) || null

export const bodyOf = (
  template: Pick<Template, '_id'>,
  { tmpId, dateId, timeId, placeId, choiceId, channelId }: Publication,
  places: readonly Location[],
  dealId: string | undefined,
): PublicationBody => {
  const place = places.find(({ _id }) => _id === placeId)
  return {
    templateId: template._id,
    dateId,
    timeId,
    ...(place && { [place.kind === 'location' ? 'locationId' : 'equipmentId']: place._id }),
    choiceId,
    ...(dealId && { goodDealId: dealId }),
    ...(channelId && { channelsIds: [channelId] }),
    tmpId,
  }
}

/** Whether the post stored by an earlier attempt has the content that is sent now. */
export const matchesBody = (event: Pick<FeedPost, 'eventId' | 'channelsIds'>, body: PublicationBody): boolean => {
  const { dateId, timeId, choiceId, locationId, equipmentId } = event.eventId
  const same = (one: string | null | undefined, other: string | null | undefined) => (one ?? null) === (other ?? null)
  return (
    same(dateId ?? DATE_NOW, body.dateId ?? DATE_NOW) &&
    same(timeId, body.timeId) &&
    same(choiceId, body.choiceId) &&
    // For "my place" only the id of the placeholder was sent, so the location is not compared.
    same(equipmentId, body.equipmentId) &&
    (body.equipmentId ? true : same(locationId, body.locationId)) &&
    (!body.channelsIds || body.channelsIds.every(id => event.channelsIds.includes(id)))
  )
}

const noAbilities = Object.fromEntries(eventAbilities.map(verb => [verb, false])) as FeedPost['abilities']
const pickName = <T extends Pick<Location, '_id' | 'name' | 'lang'>>({ _id, name, lang }: T) => ({ _id, name, lang })

export interface PreviewInput {
  template: Template
  deal: Deal | undefined
  publication: Publication
  places: readonly Location[]
  me: SessionUser
  timezone: string
  now: number
}

/** Returns the texts of the deal's activity if the deal has such texts, else those of the template. */
const activityTextsOf = (template: Template, deal: Deal | undefined) =>
  deal && (deal.activityDescription ?? deal.lang.en.activityDescription) !== null
    ? {
        description: deal.activityDescription,
        postDescription: deal.activityPostDescription,
        en: { description: deal.lang.en.activityDescription, postDescription: deal.lang.en.activityPostDescription },
      }
    : {
        description: template.description,
        postDescription: template.postDescription,
        en: { description: template.lang.en.description, postDescription: template.lang.en.postDescription },
      }

const invitingDealOf = ({ _id, title, promotion, lang, photoUri }: Deal): FeedPost['deal'] => ({
  _id,
  title,
  promotion,
  lang: { en: { title: lang.en.title, promotion: lang.en.promotion } },
  photoUri,
})

/** Builds the post as the feed will show it. */
export const previewOf = ({ template, deal, publication, places, me, timezone, now }: PreviewInput): FeedPost => {
  const { dateId, timeId, placeId, choiceId } = publication
  const place = places.find(({ _id }) => _id === placeId)
  const stay = stayLocationOf(place, places, me)
  const texts = activityTextsOf(template, deal)
  const choice = [...template.choices, ...(deal?.choices ?? [])].find(({ _id }) => _id === choiceId)
  const timestamp = new Date(now).toISOString()
  return {
    _id: template._id,
    userId: me._id,
    user: me,
    communityId: me.communityId,
    groupId: template.groupId as FeedPost['groupId'],
    eventId: {
      title: template.title,
      description: texts.description,
      postDescription: texts.postDescription,
      photoUri: template.photoUri,
      youtubeVideoId: template.youtubeVideoId,
      dateId,
      timeId,
      locationId: place?.kind === 'location' ? place._id : (stay?._id ?? null),
      equipmentId: place?.kind === 'equipment' ? place._id : null,
      choiceId,
      lang: { en: { title: template.lang.en.title, ...texts.en } },
    },
    templateId: template._id,
    template: pickName(template) && { ...pickName(template), picto: template.picto, hue: template.hue },
    goodDealId: deal?._id ?? null,
    deal: deal ? invitingDealOf(deal) : null,
    place: place ? { ...pickName(place), atAuthor: isMyPlace(place), stay: stay && pickName(stay) } : null,
    choice: choice ? pickName(choice) : null,
    videoTitle: null,
    channelsIds: [],
    interestedUsersIds: [],
    interestedCount: 0,
    interested: false,
    flagged: false,
    messagesCount: 0,
    date: canHaveTime(dateId) ? new Date(instantAt(dateId, timeId ?? '00:00', timezone)).toISOString() : null,
    dateAdded: timestamp,
    dateUpdated: timestamp,
    version: 1,
    editedAt: null,
    weather: null,
    photo: template.photo,
    abilities: noAbilities,
  }
}
