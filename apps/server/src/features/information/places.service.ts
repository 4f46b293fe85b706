// Administrators manage the places of their community. Posts still show the name of a removed place.
import { MAX_PLACES, type PlaceBody, validatePlace } from '@parvis/contract/information.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { assertValid } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import {
  getEditablePlace,
  markPlaceRemoved,
  storePlace,
  storePlaceChange,
  type PlaceFields,
} from '../community/place.service.ts'
import { consumeChangeQuota, publishCommunityChange } from './information.service.ts'
import { parsePlaceBody } from './information-body.ts'

const assertValidPlace = ({ name, name_en }: Pick<PlaceFields, 'name' | 'name_en'>) => {
  assertValid(validatePlace({ name, lang: { en: { name: name_en } } }))
}

const emptyPlace: PlaceFields = {
  kind: 'location',
  name: null,
  name_en: null,
  opening_time: null,
  opening_time_en: null,
  description: null,
  description_en: null,
}

export const createPlace = async (platform: Platform, actor: Actor, body: PlaceBody) => {
  const place = { ...emptyPlace, ...parsePlaceBody(body) }
  assertValidPlace(place)
  await consumeChangeQuota(platform, actor, body)
  return inTransaction(platform.db, async (tx, afterCommit) => {
    publishCommunityChange(platform, actor.communityId, afterCommit)
    const stored = await storePlace(tx, actor.communityId, place, MAX_PLACES)
    await audit(tx, { act: 'place.added', ...auditActor(actor), subjectId: stored.id })
    return stored
  })
}

export const updatePlace = async (platform: Platform, actor: Actor, placeId: string, body: PlaceBody) => {
  const { db, bus } = platform
  const before = await getEditablePlace(db, actor.communityId, placeId)
  const change = parsePlaceBody(body)
  const place = { ...before, ...change }
  assertValidPlace(place)
  await consumeChangeQuota(platform, actor, body)
  await inTransaction(db, async (tx, afterCommit) => {
    if (Object.keys(change).length > 0) await storePlaceChange(tx, actor.communityId, placeId, change)
    await audit(tx, { act: 'place.changed', ...auditActor(actor), subjectId: placeId })
    afterCommit(() => bus.publish('display.changed', { ids: [placeId] }))
    publishCommunityChange(platform, actor.communityId, afterCommit)
  })
  return place
}

export const deletePlace = async (platform: Platform, actor: Actor, placeId: string): Promise<void> => {
  const { db, clock } = platform
  await getEditablePlace(db, actor.communityId, placeId)
  await consumeChangeQuota(platform, actor)
  await inTransaction(db, async (tx, afterCommit) => {
    publishCommunityChange(platform, actor.communityId, afterCommit)
    await markPlaceRemoved(tx, actor.communityId, placeId, clock.now())
    await audit(tx, { act: 'place.removed', ...auditActor(actor), subjectId: placeId })
  })
}
