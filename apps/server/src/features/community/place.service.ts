// A community has named places; “at my place” is one of its equipments.
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import { findPlaces, type PlaceOfCommunity } from './community.queries.ts'
import { isMyPlace, type PlaceRow } from './place.columns.ts'

/** A place of this community. Posts and stays may still refer to a removed place. */
export const findPlace = (
  db: Db,
  communityId: string,
  id: string,
  { includeRemoved = false }: { includeRemoved?: boolean } = {},
): Promise<PlaceRow | undefined> =>
  db
    .selectFrom('places')
    .select(['id', 'name', 'name_en', 'kind'])
    .where('community_id', '=', communityId)
    .where('id', '=', id)
    .$if(!includeRemoved, query => query.where('removed_at', 'is', null))
    .executeTakeFirst()

export const listNamedPlaces = async (db: Db, communityId: string): Promise<PlaceOfCommunity[]> =>
  (await findPlaces(db, communityId)).filter(place => !isMyPlace(place))

/** Ids of all places where the event of a post can take place. */
export const listEquipmentIds = async (db: Db, communityId: string): Promise<string[]> =>
  (await findPlaces(db, communityId)).filter(({ kind }) => kind === 'equipment').map(({ id }) => id)

export type PlaceFields = Omit<PlaceOfCommunity, 'id'>

/** Throws `error404` for unknown places and for “my place”, which cannot be edited. */
export const getEditablePlace = async (db: Db, communityId: string, id: string): Promise<PlaceOfCommunity> =>
  (await listNamedPlaces(db, communityId)).find(place => place.id === id) ?? fail('error404')

/** Stores a new place; throws `toomanyplaces` if the community has reached the limit. */
export const storePlace = async (
  tx: Tx,
  communityId: string,
  place: PlaceFields,
  max: number,
): Promise<PlaceOfCommunity> => {
  // Locks the community, so that two concurrent requests cannot exceed the limit together.
  await tx.selectFrom('communities').select('id').where('id', '=', communityId).forUpdate().executeTakeFirstOrThrow()
  if ((await listNamedPlaces(tx, communityId)).length >= max) fail('toomanyplaces', { params: { count: max } })
  const row = { id: newId(), ...place }
  await tx
    .insertInto('places')
    .values({ community_id: communityId, ...row })
    .execute()
  return row
}

export const storePlaceChange = async (
  tx: Tx,
  communityId: string,
  id: string,
  change: Partial<PlaceFields>,
): Promise<void> => {
  await tx
    .updateTable('places')
    .set(change)
    .where('community_id', '=', communityId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}

/** Soft-deletes the place, because posts still show its name. */
export const markPlaceRemoved = async (tx: Tx, communityId: string, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('places')
    .set({ removed_at: now })
    .where('community_id', '=', communityId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}
