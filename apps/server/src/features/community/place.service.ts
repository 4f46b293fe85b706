// A community names its places; what stands for a place, as "at my place" does, is one of its equipments.
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import { findPlaces, type PlaceOfCommunity } from './community.queries.ts'
import { isMyPlace, type PlaceRow } from './place.columns.ts'

/**
 * A place of this community; undefined for none of its own. One that was taken from the lists is still where somebody
 * stays.
 */
export const findPlace = (
  db: Db,
  communityId: string,
  id: string,
  { removedToo = false }: { removedToo?: boolean } = {},
): Promise<PlaceRow | undefined> =>
  db
    .selectFrom('places')
    .select(['id', 'name', 'name_en', 'kind'])
    .where('community_id', '=', communityId)
    .where('id', '=', id)
    .$if(!removedToo, query => query.where('removed_at', 'is', null))
    .executeTakeFirst()

/** The places as their community tells of them: what stands for a home is none. */
export const listPlacesOf = async (db: Db, communityId: string): Promise<PlaceOfCommunity[]> =>
  (await findPlaces(db, communityId)).filter(place => !isMyPlace(place))

/** All that may be named where something is, by their ids. */
export const listEquipments = async (db: Db, communityId: string): Promise<string[]> =>
  (await findPlaces(db, communityId)).filter(({ kind }) => kind === 'equipment').map(({ id }) => id)

export type PlaceWriting = Omit<PlaceOfCommunity, 'id'>

/** `error404` for none of the community's lists; what stands for a home is the product's own. */
export const getOwnPlace = async (db: Db, communityId: string, id: string): Promise<PlaceOfCommunity> =>
  (await listPlacesOf(db, communityId)).find(place => place.id === id) ?? fail('error404')

/** `toomanyplaces` where there are as many as a list may hold. */
export const storePlace = async (
  tx: Tx,
  communityId: string,
  place: PlaceWriting,
  most: number,
): Promise<PlaceOfCommunity> => {
  // two at once must not both be the last that there is room for
  await tx.selectFrom('communities').select('id').where('id', '=', communityId).forUpdate().executeTakeFirstOrThrow()
  if ((await listPlacesOf(tx, communityId)).length >= most) fail('toomanyplaces', { params: { count: most } })
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
  change: Partial<PlaceWriting>,
): Promise<void> => {
  await tx
    .updateTable('places')
    .set(change)
    .where('community_id', '=', communityId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}

/** It leaves all lists; its name stays with what names it. */
export const takeFromLists = async (tx: Tx, communityId: string, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('places')
    .set({ removed_at: now })
    .where('community_id', '=', communityId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}
