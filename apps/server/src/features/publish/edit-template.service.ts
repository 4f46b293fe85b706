// Staff edit the templates of their community. Posts published from a template retain their texts, but show the new
// name of the template.
import type { Template, TemplateBody } from '@parvis/contract/templates.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { consumeDayLimits, textLimit } from '#server/kernel/limits/day-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { withoutUndefined } from '#server/kernel/text-input.ts'
import { markTemplatesChanged } from '../community/community.service.ts'
import { editedPhotoUri } from '#server/kernel/picture.ts'
import {
  singleFileOf,
  altTextsOf,
  releasePicture,
  publishPictureChange,
  attachPicture,
  withStoredPicture,
} from '../media/media.service.ts'
import {
  lockTemplate,
  assertPicto,
  assertTemplateTexts,
  resolveCategory,
  readChannelType,
  templateLimit,
} from './create-template.service.ts'
import { templateAbilities } from './template.policy.ts'
import { templateFactsOf } from './template.presenter.ts'
import type { TemplateRow } from './template.queries.ts'
import { getTemplate, getTemplateRow } from './template.service.ts'
import { readTemplate, type TemplateFields } from './template-fields.ts'

const namesCategory = ({ categoryId, category }: TemplateBody) => categoryId !== undefined || Boolean(category)

/** Throws the first validation error that the template would have after the edit. */
const assertValidEdit = (row: TemplateRow, writing: Partial<TemplateFields>, body: TemplateBody, hasFile: boolean) =>
  assertTemplateTexts(
    { ...row, ...withoutUndefined(writing) },
    {
      categoryId: namesCategory(body) ? body.categoryId : row.category_id,
      category: body.category,
      hasPhoto: hasFile || Boolean(body.photoUri === undefined ? row.photo : body.photoUri),
    },
  )

/** Edits a template of the actor’s community: fields absent from `body` remain unchanged, null clears a field. */
export const editTemplate = async (
  platform: Platform,
  actor: Actor,
  id: string,
  body: TemplateBody,
  files: readonly UploadedFile[],
): Promise<Template> => {
  const { db, bus, jobs, clock } = platform
  const before = await getTemplateRow(db, actor, id)
  if (!templateAbilities(actor, templateFactsOf(before)).edit) return fail('forbidden')
  if (body.type && body.type !== before.type) fail('badrequest', { field: 'type' })
  const { choices, ...writing } = readTemplate(body, before.choices)
  assertPicto(writing.picto)
  const file = singleFileOf(files)
  assertValidEdit(before, writing, body, file !== undefined)
  const channelType = readChannelType(actor, before.type, body.channelId)
  const alt = altTextsOf(body)
  const replacedPhotoId = await withStoredPicture(platform, actor, file, alt, stored =>
    inTransaction(db, async (tx, afterCommit) => {
      const row = await lockTemplate(tx, id)
      assertValidEdit(row, writing, body, file !== undefined)
      const categoryId = namesCategory(body) ? await resolveCategory(tx, actor, body) : row.category_id
      const currentPhotoId = row.photo?.id ?? null
      const photoUri = editedPhotoUri(stored?.id, body, currentPhotoId)
      const photoId = photoUri ? await attachPicture(tx, actor, photoUri, alt, currentPhotoId) : null
      await consumeDayLimits(platform, actor, { tx, afterCommit }, [templateLimit(actor), textLimit(actor, body)])
      const change = withoutUndefined({
        ...writing,
        channel_type: channelType,
        choices: choices && JSON.stringify(choices),
      })
      await tx
        .updateTable('templates')
        .set({ ...change, category_id: categoryId, photo_id: photoId, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await audit(tx, { act: 'template.changed', ...auditActor(actor), subjectId: id })
      const communityIds = await markTemplatesChanged(tx, actor, row.type === 'Template', clock.now())
      const { name = row.name, name_en = row.name_en } = change
      // Posts are searched by the name of their template and filtered by its category, so they must be indexed again.
      if (name !== row.name || name_en !== row.name_en || categoryId !== row.category_id)
        await jobs.enqueue(tx, afterCommit, 'template.renamed', { templateId: id })
      if (photoId && !stored) afterCommit(() => publishPictureChange(platform, photoId))
      afterCommit(() => bus.publish('display.changed', { ids: [id] }))
      afterCommit(() => bus.publish('actor.changed', { communityIds }))
      for (const communityId of communityIds)
        afterCommit(() => bus.publish('template.updated', { templateId: id, communityId }))
      return currentPhotoId === photoId ? null : currentPhotoId
    }),
  )
  await releasePicture(platform, replacedPhotoId)
  return getTemplate(db, actor, id)
}

/** Removes a template of the actor’s community; posts published from it still show its name. */
export const removeTemplate = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const { db, bus, clock } = platform
  const before = await getTemplateRow(db, actor, id)
  if (!templateAbilities(actor, templateFactsOf(before)).remove) return fail('forbidden')
  const photoId = await inTransaction(db, async (tx, afterCommit) => {
    const row = await lockTemplate(tx, id)
    await tx
      .updateTable('templates')
      .set({ removed_at: clock.now(), photo_id: null, updated_at: clock.now() })
      .where('id', '=', id)
      .execute()
    await audit(tx, { act: 'template.removed', ...auditActor(actor), subjectId: id })
    const communityIds = await markTemplatesChanged(tx, actor, row.type === 'Template', clock.now())
    afterCommit(() => bus.publish('actor.changed', { communityIds }))
    for (const communityId of communityIds)
      afterCommit(() => bus.publish('template.deleted', { templateId: id, communityId }))
    return row.photo?.id
  })
  await releasePicture(platform, photoId)
}
