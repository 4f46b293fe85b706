// A professional or the team creates a deal in one transaction; the nearest town is assigned to it.
import type { Deal } from '@parvis/contract/deals.ts'
import type { DealBody } from '@parvis/contract/write-deals.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { fail, AlreadyStored } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { newId } from '#server/kernel/ids.ts'
import { consumeDayLimits, textLimit } from '#server/kernel/limits/day-limit.ts'
import { DAY_MS, type Limit, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import { findNearestCity } from '../community/city.service.ts'
import {
  singleFileOf,
  altTextsOf,
  publishPictureChange,
  attachPublicPicture,
  withStoredPicture,
} from '../media/media.service.ts'
import { notifyOfPendingDeal } from './notify-deals.service.ts'
import {
  dealWithId,
  updateListedFlags,
  updateDealReach,
  readDealVisibility,
  publishDealChange,
} from './deal-visibility.service.ts'
import { dealSlug, firstFreeSlug } from './deal-slug.ts'
import { endInstant, assertValidDeal, type DealFields, parseDeal, startInstant } from './deal-fields.ts'
import { needsApproval } from './deals.policy.ts'
import { findDealCategories } from './deals.queries.ts'
import { getDealFor } from './deals.service.ts'
import { canUseTemplateInDeal, findDealByTmpId, hasApprovedDeal } from './managed-deals.queries.ts'

export const DEALS_PER_MINUTE = 20
const DEALS_PER_DAY = 100

export const dealLimits = ({ userId }: Actor): Limit[] => [
  { bucket: `deal ${userId}`, max: DEALS_PER_MINUTE, windowMs: MINUTE_MS },
  { bucket: `deals ${userId}`, max: DEALS_PER_DAY, windowMs: DAY_MS },
]

export const assertDealCategory = async (db: Db, id: string): Promise<void> => {
  const categories = await findDealCategories(db)
  if (!categories.some(category => category.id === id)) fail('error404', { field: 'categoryId' })
}

/** Throws `error404` unless deals may use this template for their invitation. */
export const assertInvitationTemplate = async (db: Db, actor: Actor, templateId: string): Promise<void> => {
  if (!(await canUseTemplateInDeal(db, actor, templateId))) fail('error404', { field: 'templateId' })
}

/** The id of the town nearest to a point; throws `placemandatory` if the installation has no towns. */
export const getNearestCityId = async (tx: Tx, place: { longitude: number; latitude: number }): Promise<string> =>
  (await findNearestCity(tx, place)) ?? fail('placemandatory', { field: 'loc' })

/** Returns a slug that is unique in the town, also among concurrent transactions. */
export const allocateSlug = async (tx: Tx, cityId: string, slug: string): Promise<string> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deal of ${cityId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ uri: string }>`
    select lower(custom_uri) as uri from deals
    where city_id = ${cityId} and (lower(custom_uri) = ${slug} or starts_with(lower(custom_uri), ${`${slug}-`}))`.execute(
    tx,
  )
  return firstFreeSlug(
    slug,
    rows.map(({ uri }) => uri),
  )
}

/** Inserts a deal and returns its id; throws `AlreadyStored` if the author has sent this `tmpId` before. */
const insertDeal = async (
  tx: Tx,
  actor: Actor,
  fields: DealFields,
  values: { cityId: string; photoId: string | null; tmpId: string | null; isPending: boolean; now: Date },
): Promise<string> => {
  const { choices = [], nearby = true, category_id, template_id, longitude, latitude, ...texts } = fields
  const { cityId, photoId, tmpId, isPending, now } = values
  const { timezone } = actor.community
  const created = await tx
    .insertInto('deals')
    .values({
      ...texts,
      longitude: longitude!,
      latitude: latitude!,
      id: newId(),
      city_id: cityId,
      category_id: category_id!,
      template_id: template_id ?? null,
      community_id: actor.communityId,
      user_id: actor.userId,
      custom_uri: await allocateSlug(tx, cityId, dealSlug(texts.title ?? texts.title_en)),
      choices: JSON.stringify(choices),
      photo_id: photoId,
      starts_at: startInstant(texts.starts_on, timezone),
      ends_at: endInstant(texts.ends_on, timezone),
      nearby,
      approved_at: isPending ? null : now,
      tmp_id: tmpId,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict => conflict.columns(['community_id', 'user_id', 'tmp_id']).doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() => new AlreadyStored())
  return created.id
}

/** Creates a deal and returns it as its author sees it; returns the existing one when the `tmpId` was sent before. */
export const createDeal = async (
  platform: Platform,
  actor: Actor,
  body: DealBody,
  files: readonly UploadedFile[],
): Promise<Deal> => {
  const { db, clock } = platform
  const { tmpId = null } = body
  if (tmpId?.isWellFormed() === false) fail('badrequest', { field: 'tmpId' })
  const fields = parseDeal(body)
  const file = singleFileOf(files)
  assertValidDeal(fields, Boolean(file ?? body.photoUri))
  const existingId = tmpId && (await findDealByTmpId(db, actor, tmpId))
  if (existingId) return getDealFor(platform, actor, existingId)
  await assertDealCategory(db, fields.category_id!)
  if (fields.template_id) await assertInvitationTemplate(db, actor, fields.template_id)
  const altTexts = altTextsOf(body)
  const id = await withStoredPicture(platform, actor, file, altTexts, stored =>
    inTransaction(db, async (tx, afterCommit) => {
      const context = { tx, afterCommit }
      const photoUri = presentMediaUri(stored?.id) ?? body.photoUri
      const now = clock.now()
      const { communityId, userId } = actor
      const cityId = await getNearestCityId(tx, { longitude: fields.longitude!, latitude: fields.latitude! })
      const photoId = photoUri ? await attachPublicPicture(tx, actor, photoUri, altTexts) : null
      await consumeDayLimits(platform, actor, context, [...dealLimits(actor), textLimit(actor, body)])
      const isPending = needsApproval(actor, await hasApprovedDeal(tx, actor))
      const dealId = await insertDeal(tx, actor, fields, { cityId, photoId, tmpId, isPending, now })
      await updateListedFlags(tx, dealWithId(dealId), now)
      await updateDealReach(tx, dealWithId(dealId))
      if (isPending) await notifyOfPendingDeal(platform, context, { communityId, dealId, userId })
      const after = await readDealVisibility(tx, dealId)
      if (photoId && !stored) afterCommit(() => publishPictureChange(platform, photoId))
      publishDealChange(platform, afterCommit, { dealId, homeId: communityId, before: null, after })
      return dealId
    }),
  ).catch(async error => {
    if (!(error instanceof AlreadyStored)) throw error
    return (await findDealByTmpId(db, actor, tmpId!))!
  })
  return getDealFor(platform, actor, id)
}
