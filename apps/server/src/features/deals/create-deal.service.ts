// A professional or the team creates a deal in one transaction, assigned to the nearest town.
import type { Deal } from '@parvis/contract/deals.ts'
import type { DealBody } from '@parvis/contract/write-deals.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { newId } from '#server/kernel/ids.ts'
import { tellNear, textLimit } from '#server/kernel/limits/day-limit.ts'
import { countHits, DAY_MS, type Limit, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { findNearestCity } from '../community/city.service.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import {
  onePicture,
  pictureWords,
  releasePicture,
  storePicture,
  tellPicture,
  usePublicPicture,
} from '../media/media.service.ts'
import { tellDealWaits } from '../notifications/tell-approvals.service.ts'
import { isDeal, markDeals, reachCommunities, readStanding, tellStanding } from './deal-standing.service.ts'
import { dealSlug, freeUri } from './deal-uri.ts'
import { endOf, mustBeDeal, readDeal, startOf } from './deal-writing.ts'
import { needsApproval } from './deals.policy.ts'
import { findDealCategories } from './deals.queries.ts'
import { getDealFor } from './deals.service.ts'
import { canInviteBy, findSentDeal, wasApproved } from './kept-deals.queries.ts'

export const DEALS_PER_MINUTE = 20
const DEALS_PER_DAY = 100

export const dealLimits = ({ userId }: Actor): Limit[] => [
  { bucket: `deal ${userId}`, most: DEALS_PER_MINUTE, windowMs: MINUTE_MS },
  { bucket: `deals ${userId}`, most: DEALS_PER_DAY, windowMs: DAY_MS },
]

/** Rolls back the transaction, so that a picture is not attached for a deal that exists already under this `tmpId`. */
class AlreadySent extends Error {
  readonly id: string

  constructor(id: string) {
    super('sent before under the same name')
    this.id = id
  }
}

export const mustBeCategory = async (db: Db, id: string): Promise<void> => {
  const categories = await findDealCategories(db)
  if (!categories.some(category => category.id === id)) fail('error404', { field: 'categoryId' })
}

/** Throws `error404` unless the template is one that deals may invite with. */
export const mustInvite = async (db: Db, actor: Actor, templateId: string): Promise<void> => {
  if (!(await canInviteBy(db, actor, templateId))) fail('error404', { field: 'templateId' })
}

/** The town of a place; throws `placemandatory` when there is none. */
export const getCity = async (tx: Tx, place: { longitude: number; latitude: number }): Promise<string> =>
  (await findNearestCity(tx, place)) ?? fail('placemandatory', { field: 'loc' })

/** Returns a slug that is unique in the town, also among concurrent transactions. */
export const giveUri = async (tx: Tx, cityId: string, slug: string): Promise<string> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deal of ${cityId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ uri: string }>`
    select lower(custom_uri) as uri from deals
    where city_id = ${cityId} and (lower(custom_uri) = ${slug} or starts_with(lower(custom_uri), ${`${slug}-`}))`.execute(
    tx,
  )
  return freeUri(
    slug,
    rows.map(({ uri }) => uri),
  )
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
  const { choices = [], nearby = true, category_id, template_id, longitude, latitude, ...writing } = readDeal(body)
  const file = onePicture(files)
  mustBeDeal({ ...writing, category_id, longitude, latitude }, Boolean(file ?? body.photoUri))
  const [categoryId, place] = [category_id!, { longitude: longitude!, latitude: latitude! }]
  const sent = tmpId && (await findSentDeal(db, actor, tmpId))
  if (sent) return getDealFor(platform, actor, sent)
  await mustBeCategory(db, categoryId)
  if (template_id) await mustInvite(db, actor, template_id)
  const words = pictureWords(body)
  const stored = file && (await storePicture(platform, actor, file.bytes, words))
  const photoUri = presentMediaUri(stored?.id) ?? body.photoUri
  try {
    const id = await inTransaction(db, async (tx, afterCommit) => {
      const now = clock.now()
      const { communityId, userId } = actor
      const { timezone } = actor.community
      const cityId = await getCity(tx, place)
      const photoId = photoUri ? await usePublicPicture(tx, actor, photoUri, words) : null
      const limits = [...dealLimits(actor), textLimit(actor, body)]
      tellNear(platform, actor, limits, await countHits(tx, limits), afterCommit)
      const waits = needsApproval(actor, await wasApproved(tx, actor))
      const created = await tx
        .insertInto('deals')
        .values({
          ...writing,
          ...place,
          id: newId(),
          city_id: cityId,
          category_id: categoryId,
          template_id: template_id ?? null,
          community_id: communityId,
          user_id: userId,
          custom_uri: await giveUri(tx, cityId, dealSlug(writing.title ?? writing.title_en)),
          choices: JSON.stringify(choices),
          photo_id: photoId,
          starts_at: startOf(writing.starts_on, timezone),
          ends_at: endOf(writing.ends_on, timezone),
          nearby,
          approved_at: waits ? null : now,
          tmp_id: tmpId,
          created_at: now,
          updated_at: now,
        })
        .onConflict(conflict => conflict.columns(['community_id', 'user_id', 'tmp_id']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!created) throw new AlreadySent((await findSentDeal(tx, actor, tmpId!))!)
      await markDeals(tx, isDeal(created.id), now)
      await reachCommunities(tx, isDeal(created.id))
      if (waits) await tellDealWaits(platform, { tx, afterCommit }, { communityId, dealId: created.id, userId })
      const after = await readStanding(tx, created.id)
      if (photoId && !stored) afterCommit(() => tellPicture(platform, photoId))
      tellStanding(platform, afterCommit, { dealId: created.id, homeId: communityId, before: null, after })
      return created.id
    })
    return await getDealFor(platform, actor, id)
  } catch (error) {
    if (stored) await releasePicture(platform, stored.id)
    if (error instanceof AlreadySent) return getDealFor(platform, actor, error.id)
    throw error
  }
}
