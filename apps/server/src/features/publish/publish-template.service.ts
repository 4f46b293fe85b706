// A member publishes a post from a template: the texts of the template, with the day, the place and the choice that the
// member adds.
import type { FeedPost } from '@parvis/contract/feed.ts'
import { groupByTemplateType, type PublicationBody } from '@parvis/contract/templates.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { getDealActivity } from '../deals/deal-activity.service.ts'
import { createEvent } from '../feed/create-event.service.ts'
import { chooseChannels } from './publish.policy.ts'
import { postDayLimits, postLimit } from './publish-post.service.ts'
import { publishOnce, announcePost } from './publish-once.ts'
import { templateChannels } from './template.policy.ts'
import { templateFactsOf } from './template.presenter.ts'
import type { TemplateRow } from './template.queries.ts'
import { getTemplateRow } from './template.service.ts'
import type { StoredChoice } from '#server/kernel/choices.ts'
import { readPlace, readTime } from './time-and-place.ts'

const readChoice = (offered: readonly StoredChoice[], choiceId: string | null | undefined): StoredChoice | null =>
  choiceId ? (offered.find(({ id }) => id === choiceId) ?? fail('badrequest', { field: 'choiceId' })) : null

/** Returns the good deal from which the post is published, if the template requires one. */
const readDeal = async (platform: Platform, actor: Actor, template: TemplateRow, { goodDealId }: PublicationBody) => {
  if (template.type !== 'GooddealActivity') return goodDealId ? fail('badrequest', { field: 'goodDealId' }) : null
  if (!goodDealId) return fail('badrequest', { field: 'goodDealId' })
  const deal = await getDealActivity(platform, actor, goodDealId)
  return deal.templateId === template.id ? deal : fail('badrequest', { field: 'goodDealId' })
}

const textsOf = (template: TemplateRow, deal: Awaited<ReturnType<typeof readDeal>>) => {
  const { title, title_en, youtube_video_id } = template
  const { description, description_en, post_description, post_description_en } =
    deal && (deal.texts.description ?? deal.texts.description_en) !== null ? deal.texts : template
  return { title, title_en, description, description_en, post_description, post_description_en, youtube_video_id }
}

const FOREIGN_KEY_VIOLATION = '23503'
/** Throws `error404` if the foreign key is violated, because the deal was removed after it was read. */
const failIfDealRemoved = (error: { code?: string; constraint?: string }): never => {
  if (error.code === FOREIGN_KEY_VIOLATION && error.constraint === 'events_deal_id_fkey')
    fail('error404', { field: 'goodDealId' })
  throw error
}

const publish = async (platform: Platform, actor: Actor, body: PublicationBody): Promise<FeedPost> => {
  const { db, clock } = platform
  const { tmpId } = body
  const template = await getTemplateRow(db, actor, body.templateId, 'templateId')
  const groupId = groupByTemplateType[template.type]
  if (body.groupId && body.groupId !== groupId) fail('badrequest', { field: 'groupId' })
  const channelIds = chooseChannels(templateChannels(actor, templateFactsOf(template)), body.channelsIds)
  const now = clock.now()
  const when = readTime(body, actor.community.timezone, now)
  const [where, deal] = await Promise.all([
    readPlace(platform, actor, body, when.dateId),
    readDeal(platform, actor, template, body),
  ])
  const event = {
    texts: textsOf(template, deal),
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
    photoId: template.photo?.id ?? null,
    channelIds,
    tmpId,
    limit: postLimit(actor),
    // The member has not written these texts, so they do not count towards the day limit for text.
    dayLimits: postDayLimits(actor, null),
    now,
  }
  return announcePost(platform, actor, event, await createEvent(platform, actor, event).catch(failIfDealRemoved))
}

/** Publishes a post from a template and returns it; the existing post if the idempotency key is repeated. */
export const publishTemplate = async (platform: Platform, actor: Actor, body: PublicationBody): Promise<FeedPost> => {
  if (body.tmpId?.isWellFormed() === false) fail('badrequest', { field: 'tmpId' })
  return publishOnce(platform, actor, body.tmpId, () => publish(platform, actor, body))
}
