// Administrators edit the information and the options of a community. Changes take effect before the response is sent.
import { isValidPoint, isSamePoint } from '@parvis/contract/community.ts'
import type { Body } from '@parvis/contract/endpoint.ts'
import { validateInformation, type drawCommunityMap, type InformationBody } from '@parvis/contract/information.ts'
import { type Actor, type CommunityRef } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { fail, assertValid } from '#server/kernel/errors.ts'
import { FILES_FIELD } from '#server/kernel/http/multipart.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { consumeDayLimits, textLimit } from '#server/kernel/limits/day-limit.ts'
import { DAY_MS, HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type AfterCommit, inTransaction, runAfterCommit } from '#server/kernel/postgres/after-commit.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import { findCommunityFiles, storeInformation, storePictureId } from '../community/community-information.service.ts'
import { presentPoint } from '../community/community.presenter.ts'
import { singleFileOf, altTextsOf, releasePicture, storePicture, attachPicture } from '../media/media.service.ts'
import { canDrawMap, assertCanModerate } from './information.policy.ts'
import { parseInformationBody } from './information-body.ts'

export const CHANGES_PER_HALF_HOUR = 120
export const PICTURES_PER_DAY = 60

/** Counts a change and the size of its text against the limits. Throws `toomanyrequests` if a limit is exceeded. */
export const consumeChangeQuota = async (platform: Platform, actor: Actor, input: unknown = null): Promise<void> => {
  await consumeDayLimits(platform, actor, { tx: platform.db, afterCommit: runAfterCommit }, [
    { bucket: `information ${actor.communityId}`, max: CHANGES_PER_HALF_HOUR, windowMs: HALF_HOUR_MS },
    textLimit(actor, input),
  ])
}

/** Sends a live event to the open screens of the community once the transaction has committed. */
export const publishCommunityChange = ({ bus }: Platform, communityId: string, afterCommit: AfterCommit) =>
  afterCommit(() => bus.publish('community.changed', { communityId }))

const getCommunityRef = async ({ db }: Platform, id: string): Promise<CommunityRef> => {
  const row = (await findCommunityFiles(db, id)) ?? fail('error404')
  return { communityId: row.id, organizationId: row.organization_id }
}

/**
 * Stores the given fields and returns the id of the community. Throws `error404`, `forbidden` or a validation error.
 */
export const updateInformation = async (
  platform: Platform,
  actor: Actor,
  { _id: id, ...body }: InformationBody,
): Promise<string> => {
  const { db, bus } = platform
  const { communityId } = await getCommunityRef(platform, id ?? actor.communityId).then(community => {
    assertCanModerate(actor, community)
    return community
  })
  assertValid(validateInformation(body))
  if (body.loc && !isValidPoint(body.loc)) return fail('badrequest', { field: 'loc' })
  await consumeChangeQuota(platform, actor, body)
  const formerMapId = await inTransaction(db, async (tx, afterCommit) => {
    const former = await storeInformation(tx, communityId, parseInformationBody(body))
    if (body.loc !== undefined || body.gooddeal !== undefined)
      for (const feature of platform.features)
        await feature.onCommunityMoved?.(platform, { tx, afterCommit }, communityId)
    await audit(tx, { act: 'community.changed', ...auditActor(actor), subjectId: communityId })
    afterCommit(() => {
      bus.publish('actor.changed', { communityIds: [communityId] })
      bus.publish('display.changed', { ids: [communityId] })
    })
    publishCommunityChange(platform, communityId, afterCommit)
    return former
  })
  if (formerMapId) await releasePicture(platform, formerMapId)
  return communityId
}

/**
 * Sets the site plan, or removes it if `files` is null. Throws `badrequest` if no picture is sent, or an upload error.
 */
export const setPlan = async (
  platform: Platform,
  actor: Actor,
  files: readonly UploadedFile[] | null,
): Promise<void> => {
  const file = files && (singleFileOf(files) ?? fail('badrequest', { field: FILES_FIELD }))
  await consumeChangeQuota(platform, actor)
  await consumePictureQuota(platform, actor)
  const stored = file && (await storePicture(platform, actor, file.bytes, {}))
  const formerPictureId = await inTransaction(platform.db, async (tx, afterCommit) => {
    publishCommunityChange(platform, actor.communityId, afterCommit)
    if (stored) await attachPicture(tx, actor, presentMediaUri(stored.id)!, {})
    await audit(tx, { act: 'plan.changed', ...auditActor(actor) })
    return storePictureId(tx, actor.communityId, 'plan_id', stored?.id ?? null)
  })
  if (formerPictureId) await releasePicture(platform, formerPictureId)
}

const consumePictureQuota = ({ db }: Platform, { communityId }: Actor) =>
  consume(db, [{ bucket: `information-picture ${communityId}`, max: PICTURES_PER_DAY, windowMs: DAY_MS }])

/**
 * Sets the picture of the map to an uploaded file or an existing media URI, or removes it (null). Returns the id of the
 * community. Throws `badrequest` if `loc` is not the position of the community.
 */
export const setMap = async (
  platform: Platform,
  actor: Actor,
  { _id: id, mapPhotoUri, loc, alt }: Body<typeof drawCommunityMap>,
  files: readonly UploadedFile[],
): Promise<string> => {
  const community = await getCommunityRef(platform, id)
  if (!canDrawMap(actor, community)) fail('forbidden')
  const file = singleFileOf(files)
  if (!file && mapPhotoUri === undefined) fail('badrequest', { field: 'mapPhotoUri' })
  await consumePictureQuota(platform, actor)
  const altTexts = altTextsOf({ alt })
  const uri = file ? presentMediaUri((await storePicture(platform, actor, file.bytes, altTexts)).id) : mapPhotoUri
  const currentId = (await findCommunityFiles(platform.db, id))?.map_photo_id ?? null
  const { next, before } = await inTransaction(platform.db, async (tx, afterCommit) => {
    publishCommunityChange(platform, id, afterCommit)
    const options = { unusedOnly: true, field: 'mapPhotoUri' }
    const pictureId = uri ? await attachPicture(tx, actor, uri, altTexts, currentId, options) : null
    await audit(tx, { act: 'map.drawn', ...auditActor(actor), subjectId: id })
    const before = await storePictureId(tx, id, 'map_photo_id', pictureId)
    // The transaction has locked the row of the community, so its position cannot change any more.
    const row = await findCommunityFiles(tx, id)
    if (loc && !isSamePoint(loc, row ? presentPoint(row.longitude, row.latitude) : null))
      fail('badrequest', { field: 'loc' })
    return { next: pictureId, before }
  })
  if (before && before !== next) await releasePicture(platform, before)
  return community.communityId
}
