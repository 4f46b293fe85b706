// The team edits its templates; posts published from one keep their texts, and show its new name.
import type { Template, TemplateBody } from '@parvis/contract/templates.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, by } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { tellNear, textLimit } from '#server/kernel/limits/day-limit.ts'
import { countHits } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { said } from '#server/kernel/written.ts'
import { touchTemplates } from '../community/community.service.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import {
  onePicture,
  pictureWords,
  releasePicture,
  storePicture,
  tellPicture,
  usePicture,
} from '../media/media.service.ts'
import {
  lockTemplate,
  mustBePicto,
  mustBeWritten,
  placeInCategory,
  readChannelType,
  templateLimit,
} from './create-template.service.ts'
import { templateAbilities } from './template.policy.ts'
import { factsOf } from './template.presenter.ts'
import { getTemplate, getTemplateRow } from './template.service.ts'
import { readTemplate } from './template-writing.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'template.changed': true
    'template.removed': true
  }
}

/** Edits a template of the team: absent fields stay, null clears them. */
export const editTemplate = async (
  platform: Platform,
  actor: Actor,
  id: string,
  body: TemplateBody,
  files: readonly UploadedFile[],
): Promise<Template> => {
  const { db, bus, jobs, clock } = platform
  const before = await getTemplateRow(db, actor, id)
  if (!templateAbilities(actor, factsOf(before)).edit) return fail('forbidden')
  if (body.type && body.type !== before.type) fail('badrequest', { field: 'type' })
  const { choices, ...writing } = readTemplate(body, before.choices)
  mustBePicto(writing.picto)
  const file = onePicture(files)
  const namesCategory = body.categoryId !== undefined || Boolean(body.category)
  const mustStand = (row: typeof before) =>
    mustBeWritten(
      { ...row, ...said(writing) },
      {
        categoryId: namesCategory ? body.categoryId : row.category_id,
        category: body.category,
        hasPhoto: Boolean(file ?? (body.photoUri === undefined ? row.photo : body.photoUri)),
      },
    )
  mustStand(before)
  const channelType = readChannelType(actor, before.type, body.channelId)
  const words = pictureWords(body)
  const stored = file && (await storePicture(platform, actor, file.bytes, words))
  let replaced: string | null = null
  try {
    await inTransaction(db, async (tx, afterCommit) => {
      const row = await lockTemplate(tx, id)
      mustStand(row)
      const categoryId = namesCategory ? await placeInCategory(tx, actor, body) : row.category_id
      const kept = row.photo?.id ?? null
      const photoUri =
        presentMediaUri(stored?.id) ?? (body.photoUri === undefined ? presentMediaUri(kept) : body.photoUri)
      const photoId = photoUri ? await usePicture(tx, actor, photoUri, words, kept) : null
      const limits = [templateLimit(actor), textLimit(actor, body)]
      tellNear(platform, actor, limits, await countHits(tx, limits), afterCommit)
      replaced = kept === photoId ? null : kept
      const change = said({ ...writing, channel_type: channelType, choices: choices && JSON.stringify(choices) })
      await tx
        .updateTable('templates')
        .set({ ...change, category_id: categoryId, photo_id: photoId, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await audit(tx, { act: 'template.changed', ...by(actor), subjectId: id })
      const communityIds = await touchTemplates(tx, actor, row.type === 'Template', clock.now())
      const { name = row.name, name_en = row.name_en } = change
      // Posts published from it are found by its name, and under its category.
      if (name !== row.name || name_en !== row.name_en || categoryId !== row.category_id)
        await jobs.enqueue(tx, afterCommit, 'template.renamed', { templateId: id })
      if (photoId && !stored) afterCommit(() => tellPicture(platform, photoId))
      afterCommit(() => bus.announce('shown.changed', { ids: [id] }))
      afterCommit(() => bus.announce('actor.changed', { communityIds }))
      for (const communityId of communityIds)
        afterCommit(() => bus.announce('template.updated', { templateId: id, communityId }))
    })
  } catch (error) {
    if (stored) await releasePicture(platform, stored.id)
    throw error
  }
  if (replaced) await releasePicture(platform, replaced)
  return getTemplate(db, actor, id)
}

/** Removes a template of the team; posts published from it keep its name. */
export const removeTemplate = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const { db, bus, clock } = platform
  const before = await getTemplateRow(db, actor, id)
  if (!templateAbilities(actor, factsOf(before)).remove) return fail('forbidden')
  const photoId = await inTransaction(db, async (tx, afterCommit) => {
    const row = await lockTemplate(tx, id)
    await tx
      .updateTable('templates')
      .set({ removed_at: clock.now(), photo_id: null, updated_at: clock.now() })
      .where('id', '=', id)
      .execute()
    await audit(tx, { act: 'template.removed', ...by(actor), subjectId: id })
    const communityIds = await touchTemplates(tx, actor, row.type === 'Template', clock.now())
    afterCommit(() => bus.announce('actor.changed', { communityIds }))
    for (const communityId of communityIds)
      afterCommit(() => bus.announce('template.deleted', { templateId: id, communityId }))
    return row.photo?.id
  })
  if (photoId) await releasePicture(platform, photoId)
}
