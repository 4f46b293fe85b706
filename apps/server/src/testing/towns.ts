// The list of towns takes 4 s of the processor, and few tests look for one: their databases say that it is written.
import type { Db } from '../kernel/postgres/db.ts'
import { newId } from '../kernel/ids.ts'
import { fillCityList } from '../features/community/city-list.service.ts'

/** One town, of which a start concludes that the list is there. */
const ONLY_TOWN = 'only-town'

interface Town {
  name: string
  uri: string
  longitude: number
  latitude: number
}

/** A town with what a listed one has. */
export const addTown = (db: Db, town: Town, code?: string) =>
  db
    .insertInto('cities')
    .values({ id: newId(), ...town, code, department: 'Ailleurs', postcodes: ['00001'], photo_id: null })
    .execute()

export const addOnlyTown = (db: Db) =>
  addTown(db, { name: 'Ville seule', uri: ONLY_TOWN, longitude: 0, latitude: 0 }, ONLY_TOWN)

/** The whole list, in place of the one town. */
export const fillTowns = async (db: Db): Promise<void> => {
  await db.deleteFrom('cities').where('code', '=', ONLY_TOWN).execute()
  if (!(await fillCityList(db))) throw new Error('The list of towns was there already.')
}
