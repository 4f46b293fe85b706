// The team manages the places of its community; posts keep the name of a removed one.
import { checkPlace, MAX_PLACES, type PlaceBody } from '@parvis/contract/information.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, by } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import {
  getOwnPlace,
  type PlaceWriting,
  storePlace,
  storePlaceChange,
  takeFromLists,
} from '../community/place.service.ts'
import { takeChange, tellChange } from './information.service.ts'
import { readPlaceBody } from './information-writing.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'place.added': true
    'place.changed': true
    'place.removed': true
  }
}

const mustBeNamed = ({ name, name_en }: Pick<PlaceWriting, 'name' | 'name_en'>) => {
  const broken = checkPlace({ name, lang: { en: { name: name_en } } })
  if (broken) fail(broken.key, broken)
}

const nothing: PlaceWriting = {
  kind: 'location',
  name: null,
  name_en: null,
  opening_time: null,
  opening_time_en: null,
  description: null,
  description_en: null,
}

export const addPlaceOf = async (platform: Platform, actor: Actor, body: PlaceBody) => {
  const place = { ...nothing, ...readPlaceBody(body) }
  mustBeNamed(place)
  await takeChange(platform, actor, body)
  return inTransaction(platform.db, async (tx, afterCommit) => {
    tellChange(platform, actor.communityId, afterCommit)
    const stored = await storePlace(tx, actor.communityId, place, MAX_PLACES)
    await audit(tx, { act: 'place.added', ...by(actor), subjectId: stored.id })
    return stored
  })
}

export const changePlaceOf = async (platform: Platform, actor: Actor, id: string, body: PlaceBody) => {
  const { db, bus } = platform
  const before = await getOwnPlace(db, actor.communityId, id)
  const change = readPlaceBody(body)
  const place = { ...before, ...change }
  mustBeNamed(place)
  await takeChange(platform, actor, body)
  await inTransaction(db, async (tx, afterCommit) => {
    if (Object.keys(change).length > 0) await storePlaceChange(tx, actor.communityId, id, change)
    await audit(tx, { act: 'place.changed', ...by(actor), subjectId: id })
    afterCommit(() => bus.announce('shown.changed', { ids: [id] }))
    tellChange(platform, actor.communityId, afterCommit)
  })
  return place
}

export const removePlaceOf = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const { db, clock } = platform
  await getOwnPlace(db, actor.communityId, id)
  await takeChange(platform, actor)
  await inTransaction(db, async (tx, afterCommit) => {
    tellChange(platform, actor.communityId, afterCommit)
    await takeFromLists(tx, actor.communityId, id, clock.now())
    await audit(tx, { act: 'place.removed', ...by(actor), subjectId: id })
  })
}
