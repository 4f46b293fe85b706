// Administrators edit the community’s information and options; a change is in force before the response is sent.
import { isOnEarth, isSamePoint } from '@parvis/contract/community.ts'
import type { Body } from '@parvis/contract/endpoint.ts'
import { checkInformation, type drawCommunityMap, type InformationBody } from '@parvis/contract/information.ts'
import { type Actor, type Place } from '#server/kernel/actor.ts'
import { audit, by } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { FILES_FIELD } from '#server/kernel/http/multipart.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { tellNear, textLimit } from '#server/kernel/limits/day-limit.ts'
import { countHits, DAY_MS, HALF_HOUR_MS, takeHits } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type AfterCommit, inTransaction, tellCommitted } from '#server/kernel/postgres/after-commit.ts'
import { findKeptOf, storeInformation, storePictureOf } from '../community/community-information.service.ts'
import { presentPoint } from '../community/community.presenter.ts'
import { reachCommunity } from '../deals/deal-days.service.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import { onePicture, pictureWords, releasePicture, storePicture, usePicture } from '../media/media.service.ts'
import { canDrawMap, mustRun } from './information.policy.ts'
import { readInformationBody } from './information-writing.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'community.changed': true
    'plan.changed': true
    'map.drawn': true
  }
}

export const CHANGES_PER_HALF_HOUR = 120
export const PICTURES_PER_DAY = 60

/** Counts a change and its text against the limits; throws `toomanyrequests`. */
export const takeChange = async (platform: Platform, actor: Actor, written: unknown = null): Promise<void> => {
  const limits = [
    { bucket: `information ${actor.communityId}`, most: CHANGES_PER_HALF_HOUR, windowMs: HALF_HOUR_MS },
    textLimit(actor, written),
  ]
  tellNear(platform, actor, limits, await countHits(platform.db, limits), tellCommitted)
}

/** Publishes the change to open clients once the transaction has committed. */
export const tellChange = ({ bus }: Platform, communityId: string, afterCommit: AfterCommit) =>
  afterCommit(() => bus.announce('community.changed', { communityId }))

const getPlaceOf = async ({ db }: Platform, id: string): Promise<Place> => {
  const row = (await findKeptOf(db, id)) ?? fail('error404')
  return { communityId: row.id, organizationId: row.organization_id }
}

/** Throws `error404`, `forbidden` or a validation error. Returns the community’s id. */
export const changeInformationOf = async (
  platform: Platform,
  actor: Actor,
  { _id: id, ...body }: InformationBody,
): Promise<string> => {
  const { db, bus, clock } = platform
  const { communityId } = await getPlaceOf(platform, id ?? actor.communityId).then(place => {
    mustRun(actor, place)
    return place
  })
  const broken = checkInformation(body)
  if (broken) return fail(broken.key, broken)
  if (body.loc && !isOnEarth(body.loc)) return fail('badrequest', { field: 'loc' })
  await takeChange(platform, actor, body)
  const formerMap = await inTransaction(db, async (tx, afterCommit) => {
    const former = await storeInformation(tx, communityId, readInformationBody(body))
    if (body.loc !== undefined || body.gooddeal !== undefined)
      await reachCommunity(tx, communityId, { now: clock.now() })
    await audit(tx, { act: 'community.changed', ...by(actor), subjectId: communityId })
    afterCommit(() => {
      bus.announce('actor.changed', { communityIds: [communityId] })
      bus.announce('shown.changed', { ids: [communityId] })
    })
    tellChange(platform, communityId, afterCommit)
    return former
  })
  if (formerMap) await releasePicture(platform, formerMap)
  return communityId
}

/** Sets or removes the plan: throws `badrequest` without a picture, or the error of the upload. */
export const givePlan = async (
  platform: Platform,
  actor: Actor,
  files: readonly UploadedFile[] | null,
): Promise<void> => {
  const file = files && (onePicture(files) ?? fail('badrequest', { field: FILES_FIELD }))
  await takeChange(platform, actor)
  await takePicture(platform, actor)
  const stored = file && (await storePicture(platform, actor, file.bytes, {}))
  const before = await inTransaction(platform.db, async (tx, afterCommit) => {
    tellChange(platform, actor.communityId, afterCommit)
    if (stored) await usePicture(tx, actor, presentMediaUri(stored.id)!, {})
    await audit(tx, { act: 'plan.changed', ...by(actor) })
    return storePictureOf(tx, actor.communityId, 'plan_id', stored?.id ?? null)
  })
  if (before) await releasePicture(platform, before)
}

const takePicture = ({ db }: Platform, { communityId }: Actor) =>
  takeHits(db, [{ bucket: `information-picture ${communityId}`, most: PICTURES_PER_DAY, windowMs: DAY_MS }])

/** Sets the static map from an upload or an existing media uri, or removes it (null). Returns the community’s id. */
export const giveMap = async (
  platform: Platform,
  actor: Actor,
  { _id: id, mapPhotoUri, loc, alt }: Body<typeof drawCommunityMap>,
  files: readonly UploadedFile[],
): Promise<string> => {
  const place = await getPlaceOf(platform, id)
  if (!canDrawMap(actor, place)) fail('forbidden')
  const file = onePicture(files)
  if (!file && mapPhotoUri === undefined) fail('badrequest', { field: 'mapPhotoUri' })
  await takePicture(platform, actor)
  const words = pictureWords({ alt })
  const uri = file ? presentMediaUri((await storePicture(platform, actor, file.bytes, words)).id) : mapPhotoUri
  const kept = (await findKeptOf(platform.db, id))?.map_photo_id ?? null
  const { next, before } = await inTransaction(platform.db, async (tx, afterCommit) => {
    tellChange(platform, id, afterCommit)
    const named = { unusedOnly: true, field: 'mapPhotoUri' }
    const pictureId = uri ? await usePicture(tx, actor, uri, words, kept, named) : null
    await audit(tx, { act: 'map.drawn', ...by(actor), subjectId: id })
    const before = await storePictureOf(tx, id, 'map_photo_id', pictureId)
    // The row is locked by now, so its position cannot change any more.
    const row = await findKeptOf(tx, id)
    if (loc && !isSamePoint(loc, row ? presentPoint(row.longitude, row.latitude) : null))
      fail('badrequest', { field: 'loc' })
    return { next: pictureId, before }
  })
  if (before && before !== next) await releasePicture(platform, before)
  return place.communityId
}
