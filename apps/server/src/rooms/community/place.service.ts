// A community names its places; what stands for a place, as "at my place" does, is one of its equipments.
import type { Db } from '#server/kernel/postgres/db.ts'
import type { PlaceRow } from './place.columns.ts'

/** A place of this community; undefined for none of its own. */
export const findPlace = (db: Db, communityId: string, id: string): Promise<PlaceRow | undefined> =>
  db
    .selectFrom('places')
    .select(['id', 'name', 'name_en', 'kind'])
    .where('community_id', '=', communityId)
    .where('id', '=', id)
    .executeTakeFirst()
