// The team creates templates from which members publish; a template is stored with its category in one transaction.
import { type Template, type TemplateBody, validateTemplate } from '@parvis/contract/templates.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { fail, AlreadyStored, assertValid } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { newId } from '#server/kernel/ids.ts'
import { consumeDayLimits, textLimit } from '#server/kernel/limits/day-limit.ts'
import { type Limit, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import { markTemplatesChanged } from '../community/community.service.ts'
import {
  isPicto,
  singleFileOf,
  altTextsOf,
  publishPictureChange,
  attachPicture,
  withStoredPicture,
} from '../media/media.service.ts'
import { canCreateTemplates, templateChannels } from './template.policy.ts'
import { findCategories, findTemplateByIdempotencyKey, findTemplate } from './template.queries.ts'
import { getTemplate } from './template.service.ts'
import { readCategory, readTemplate, type TemplateFields } from './template-fields.ts'

export const TEMPLATES_PER_MINUTE = 20

/** Rate limit of a member for creating and editing templates, counted together. */
export const templateLimit = ({ userId }: Actor): Limit => ({
  bucket: `template ${userId}`,
  max: TEMPLATES_PER_MINUTE,
  windowMs: MINUTE_MS,
})

/** Pictogram and colour of a template or category if none was chosen. */
const DEFAULT_LOOK = { picto: 'memo', hue: 'notice' } as const

export const assertTemplateTexts = (
  texts: Pick<TemplateFields, 'name' | 'name_en' | 'description' | 'description_en' | 'youtube_video_id'>,
  { categoryId, category, hasPhoto }: Pick<TemplateBody, 'categoryId' | 'category'> & { hasPhoto: boolean },
): void =>
  assertValid(
    validateTemplate({
      name: texts.name,
      description: texts.description,
      lang: { en: { name: texts.name_en, description: texts.description_en } },
      youtubeVideoId: texts.youtube_video_id,
      categoryId,
      category,
      hasPhoto,
    }),
  )

/** Throws `badrequest` if the pictogram is not in the set, because then no picture could be shown. */
export const assertPicto = (picto: string | undefined): void => {
  if (picto !== undefined && !isPicto(picto)) fail('badrequest', { field: 'picto' })
}

/** Returns the id of a template’s category: one that the actor’s team may use, or a new category of its community. */
export const resolveCategory = async (
  tx: Tx,
  actor: Actor,
  { categoryId, category }: Pick<TemplateBody, 'categoryId' | 'category'>,
): Promise<string> => {
  // The lock lets concurrent requests with the same name create only one category.
  if (!categoryId)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`category ${actor.communityId}`}, 0))`.execute(tx)
  const categories = await findCategories(tx, actor, actor.community.type)
  if (categoryId)
    return categories.find(({ id }) => id === categoryId.toLowerCase())?.id ?? fail('error404', { field: 'categoryId' })
  const { name, name_en, picto = DEFAULT_LOOK.picto, hue = DEFAULT_LOOK.hue } = readCategory(category!)
  assertPicto(picto)
  const same = categories.find(
    one => one.community_id === actor.communityId && one.name === name && one.name_en === name_en,
  )
  if (same) return same.id
  const id = newId()
  await tx
    .insertInto('template_categories')
    .values({ id, community_id: actor.communityId, name, name_en, picto, hue, position: categories.length })
    .execute()
  return id
}

/**
 * Returns the type of the chosen channel; undefined if the request omits it, null for the default channel. Throws
 * `forbidden` if the team may not use the channel.
 */
export const readChannelType = (actor: Actor, type: Template['type'], channelId: string | null | undefined) => {
  if (channelId === undefined) return undefined
  if (channelId === null) return null
  const channel = templateChannels(actor, { type, channelType: null }).find(({ id }) => id === channelId.toLowerCase())
  return channel?.channelType ?? fail('forbidden', { field: 'channelId' })
}

const findCategoryPicto = async (tx: Tx, categoryId: string): Promise<string> =>
  (await tx.selectFrom('template_categories').select('picto').where('id', '=', categoryId).executeTakeFirst())?.picto ??
  DEFAULT_LOOK.picto

/** Inserts a template and returns its id; throws `AlreadyStored` if the author has sent this `tmpId` before. */
const insertTemplate = async (
  tx: Tx,
  actor: Actor,
  { picto, choices = [], ...writing }: TemplateFields,
  values: {
    categoryId: string
    type: Template['type']
    channelType: ReturnType<typeof readChannelType> | null
    photoId: string | null
    tmpId: string | null
    now: Date
  },
): Promise<string> => {
  const { categoryId, type, channelType, photoId, tmpId, now } = values
  const created = await tx
    .insertInto('templates')
    .values({
      ...writing,
      id: newId(),
      community_id: actor.communityId,
      user_id: actor.userId,
      category_id: categoryId,
      type,
      picto: picto ?? (await findCategoryPicto(tx, categoryId)),
      choices: JSON.stringify(choices),
      channel_type: channelType,
      photo_id: photoId,
      tmp_id: tmpId,
      position: 0,
      updated_at: now,
    })
    .onConflict(conflict => conflict.columns(['community_id', 'user_id', 'tmp_id']).doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() => new AlreadyStored())
  return created.id
}

/** Returns the created template as its author sees it; the existing template if the idempotency key is repeated. */
export const createTemplate = async (
  platform: Platform,
  actor: Actor,
  body: TemplateBody,
  files: readonly UploadedFile[],
): Promise<Template> => {
  const { db, bus, clock } = platform
  if (!canCreateTemplates(actor)) return fail('forbidden')
  const { tmpId = null, type = 'Template' } = body
  if (tmpId?.isWellFormed() === false) fail('badrequest', { field: 'tmpId' })
  const fields = readTemplate(body)
  assertPicto(fields.picto)
  const file = singleFileOf(files)
  assertTemplateTexts(fields, { ...body, hasPhoto: Boolean(file ?? body.photoUri) })
  const existingId = tmpId && (await findTemplateByIdempotencyKey(db, actor, tmpId))
  if (existingId) return getTemplate(db, actor, existingId)
  const channelType = readChannelType(actor, type, body.channelId) ?? null
  const alt = altTextsOf(body)
  const id = await withStoredPicture(platform, actor, file, alt, stored =>
    inTransaction(db, async (tx, afterCommit) => {
      const photoUri = presentMediaUri(stored?.id) ?? body.photoUri
      const categoryId = await resolveCategory(tx, actor, body)
      const photoId = photoUri ? await attachPicture(tx, actor, photoUri, alt) : null
      await consumeDayLimits(platform, actor, { tx, afterCommit }, [templateLimit(actor), textLimit(actor, body)])
      const templateId = await insertTemplate(tx, actor, fields, {
        categoryId,
        type,
        channelType,
        photoId,
        tmpId,
        now: clock.now(),
      })
      await audit(tx, { act: 'template.created', ...auditActor(actor), subjectId: templateId })
      const communityIds = await markTemplatesChanged(tx, actor, type === 'Template', clock.now())
      if (photoId && !stored) afterCommit(() => publishPictureChange(platform, photoId))
      afterCommit(() => bus.publish('actor.changed', { communityIds }))
      for (const communityId of communityIds)
        afterCommit(() => bus.publish('template.created', { templateId, communityId }))
      return templateId
    }),
  ).catch(async error => {
    if (!(error instanceof AlreadyStored)) throw error
    return (await findTemplateByIdempotencyKey(db, actor, tmpId!))!
  })
  return getTemplate(db, actor, id)
}

/** Locks a template against concurrent changes and returns its row. Throws `error404` if it was removed. */
export const lockTemplate = async (tx: Tx, id: string) => {
  await tx
    .selectFrom('templates')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return (await findTemplate(tx, id)) ?? fail('error404')
}
