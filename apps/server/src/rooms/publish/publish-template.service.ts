// A member publishes from a template: its words, with the day, the place and the choice that they add.
import { DATE_NOW, DATE_TOGETHER, type LiveEvent } from '@parvis/contract/feed.ts'
import { isPastEvent, dayAt } from '@parvis/contract/past-event.ts'
import { addDays, instantAt } from '@parvis/contract/zoned-time.ts'
import { groupOfType, MOST_DAYS_AHEAD, type PublicationBody } from '@parvis/contract/templates.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { tellNear } from '#server/kernel/limits/day-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { tellCommitted } from '#server/kernel/postgres/after-commit.ts'
import { isMyPlace } from '../community/place.columns.ts'
import { findPlace } from '../community/place.service.ts'
import { getDealActivity } from '../deals/deal-activity.service.ts'
import { createEvent, type EventSource } from '../feed/create-event.service.ts'
import { getEvent, presentNewEvent } from '../feed/feed.service.ts'
import { findStayPlaceId } from '../profile/stay-place.service.ts'
import { chooseChannels } from './publish.policy.ts'
import { postDayLimits, postLimit } from './publish-post.service.ts'
import { orSentBefore } from './sent-before.ts'
import { templateChannels } from './template.policy.ts'
import { factsOf } from './template.presenter.ts'
import type { TemplateRow } from './template.queries.ts'
import { getTemplateRow } from './template.service.ts'
import type { StoredChoice } from '#server/kernel/choices.ts'
import { lookUpVideoTitle } from './video-title.service.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Whether the text is a day of the calendar, and not the 31st of a month that has 30. */
const isDay = (text: string) =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

type When = Pick<EventSource, 'dateId' | 'timeId' | 'startsAt'>

/** When it is: *now* unless a day is named; a day may do without a time. `pastdate` for what is over already. */
const readWhen = ({ dateId, timeId }: PublicationBody, timezone: string, now: Date): When => {
  const day = dateId ?? DATE_NOW
  if (day === DATE_NOW || day === DATE_TOGETHER) {
    if (timeId) fail('badrequest', { field: 'timeId' })
    return { dateId: day, timeId: null, startsAt: null }
  }
  if (!isDay(day)) fail('badrequest', { field: 'dateId' })
  const time = timeId ?? null
  if (time !== null && !TIME.test(time)) fail('badrequest', { field: 'timeId' })
  if (day > addDays(dayAt(now.getTime(), timezone), MOST_DAYS_AHEAD)) fail('badrequest', { field: 'dateId' })
  const startsAt = new Date(instantAt(day, time ?? '00:00', timezone))
  const dateAdded = now.toISOString()
  const event = { date: startsAt.toISOString(), dateAdded, eventId: { dateId: day, timeId: time } }
  if (isPastEvent(event, timezone, now.getTime())) fail('pastdate', { field: time === null ? 'dateId' : 'timeId' })
  return { dateId: day, timeId: time, startsAt }
}

/** Where it is: one place of the community, which may stand for where the author stays. */
const readPlace = async (
  platform: Platform,
  actor: Actor,
  { locationId, equipmentId }: PublicationBody,
): Promise<Pick<EventSource, 'place' | 'location'>> => {
  const find = async (id: string, kind: 'location' | 'equipment', field: string) => {
    const place = await findPlace(platform.db, actor.communityId, id)
    return place?.kind === kind ? place : fail('error404', { field })
  }
  if (!equipmentId) {
    const place = locationId ? await find(locationId, 'location', 'locationId') : null
    return { place, location: null }
  }
  const place = await find(equipmentId, 'equipment', 'equipmentId')
  if (!isMyPlace(place)) {
    if (locationId) fail('badrequest', { field: 'locationId' })
    return { place, location: null }
  }
  if (actor.isMinor) fail('minorlocation', { field: 'equipmentId' })
  // whatever is sent beside it: where somebody stays is not theirs to say
  const stayId = await findStayPlaceId(platform, actor)
  const stay = stayId ? await findPlace(platform.db, actor.communityId, stayId, { removedToo: true }) : undefined
  return { place, location: stay ?? null }
}

const readChoice = (offered: readonly StoredChoice[], choiceId: string | null | undefined): StoredChoice | null =>
  choiceId ? (offered.find(({ id }) => id === choiceId) ?? fail('badrequest', { field: 'choiceId' })) : null

/** The good deal that is published from, for a template that comes with one. */
const readDeal = async (platform: Platform, actor: Actor, template: TemplateRow, { goodDealId }: PublicationBody) => {
  if (template.type !== 'GooddealActivity') return goodDealId ? fail('badrequest', { field: 'goodDealId' }) : null
  if (!goodDealId) return fail('badrequest', { field: 'goodDealId' })
  const deal = await getDealActivity(platform, actor, goodDealId)
  return deal.templateId === template.id ? deal : fail('badrequest', { field: 'goodDealId' })
}

/** What an event says of a template: the words of the good deal where it has its own. */
const wordsOf = (template: TemplateRow, deal: Awaited<ReturnType<typeof readDeal>>) => {
  const { title, title_en, youtube_video_id } = template
  const { description, description_en, post_description, post_description_en } =
    deal && (deal.words.description ?? deal.words.description_en) !== null ? deal.words : template
  return { title, title_en, description, description_en, post_description, post_description_en, youtube_video_id }
}

const DEAL_GONE = '23503'
/** Somebody has removed the deal since it was read. */
const refuseGoneDeal = (error: { code?: string; constraint?: string }): never => {
  if (error.code === DEAL_GONE && error.constraint === 'events_deal_id_fkey') fail('error404', { field: 'goodDealId' })
  throw error
}

const publish = async (platform: Platform, actor: Actor, body: PublicationBody): Promise<LiveEvent> => {
  const { db, bus, clock } = platform
  const { tmpId } = body
  const template = await getTemplateRow(db, actor, body.templateId, 'templateId')
  const groupId = groupOfType[template.type]
  if (body.groupId && body.groupId !== groupId) fail('badrequest', { field: 'groupId' })
  const channelIds = chooseChannels(templateChannels(actor, factsOf(template)), body.channelsIds)
  const now = clock.now()
  const when = readWhen(body, actor.community.timezone, now)
  const [where, deal] = await Promise.all([readPlace(platform, actor, body), readDeal(platform, actor, template, body)])
  const words = wordsOf(template, deal)
  const photoId = template.photo?.id ?? null
  // its words are the template's: nobody has typed them for it
  const dayLimits = postDayLimits(actor, null)
  const { id, row, hits } = await createEvent({ db }, actor, {
    words,
    source: {
      template: {
        id: template.id,
        name: template.name,
        name_en: template.name_en,
        picto: template.picto,
        hue: template.hue,
      },
      categoryId: template.category_id,
      deal: deal && deal.inset,
      choice: readChoice([...template.choices, ...(deal?.choices ?? [])], body.choiceId),
      ...when,
      ...where,
    },
    groupId,
    photoId,
    channelIds,
    tmpId,
    limit: postLimit(actor),
    dayLimits,
    now,
  }).catch(refuseGoneDeal)
  if (!row) return getEvent(platform, actor, id)
  tellNear(platform, actor, Object.values(dayLimits), hits, tellCommitted)
  tellCommitted(() => bus.announce('event.created', { eventId: id, communityId: actor.communityId, channelIds }))
  const { youtube_video_id: videoId } = words
  if (videoId) void lookUpVideoTitle(platform, { communityId: actor.communityId, eventId: id }, videoId)
  return presentNewEvent(platform, actor, row)
}

/**
 * Stores an event made from a template and answers it as its author sees it; the one before when it was sent under the
 * same name.
 */
export const publishTemplate = async (platform: Platform, actor: Actor, body: PublicationBody): Promise<LiveEvent> => {
  if (body.tmpId?.isWellFormed() === false) fail('badrequest', { field: 'tmpId' })
  return orSentBefore(platform, actor, body.tmpId, () => publish(platform, actor, body))
}
