// Importing the list of towns takes 4 s of processor time, and few tests need the list. Test databases therefore
// contain one town, which marks the list as imported.
import type { Db } from '../kernel/postgres/db.ts'
import { newId } from '../kernel/ids.ts'
import { fillCityList } from '../features/community/city-list.service.ts'

const MARKER_TOWN = 'only-town'

interface Town {
  name: string
  uri: string
  longitude: number
  latitude: number
}

export const addTown = (db: Db, town: Town, code?: string) =>
  db
    .insertInto('cities')
    .values({ id: newId(), ...town, code, department: 'Ailleurs', postcodes: ['00001'], photo_id: null })
    .execute()

export const addMarkerTown = (db: Db) =>
  addTown(db, { name: 'Ville seule', uri: MARKER_TOWN, longitude: 0, latitude: 0 }, MARKER_TOWN)

/** Replaces the marker town by the whole list of towns. */
export const importTowns = async (db: Db): Promise<void> => {
  await db.deleteFrom('cities').where('code', '=', MARKER_TOWN).execute()
  if (!(await fillCityList(db))) throw new Error('The list of towns was there already.')
}
