import type { Db } from '../kernel/postgres/db.ts'
import type { Storage } from '../kernel/storage.ts'
import { fillCommunities } from './fill-communities.ts'
import { fillDeals } from './fill-deals.ts'
import { fillEvents } from './fill-events.ts'
import { fillPeople } from './fill-people.ts'
import { fillTemplates } from './fill-templates.ts'
import { createStudio } from './pictures.ts'
import { seeded } from './texts/random.ts'

const SEED = 74_000

/**
 * Makes the demo world: the city of Annecy with four communities, their people, templates, good deals and feeds. The same seed
 * gives the same world, seen from `now`. `kept`: a folder for rendered pictures, which makes the next world quicker. All rows are
 * there or none; pictures without a row are overwritten by the next try.
 */
export const fillDemoWorld = async ({
  db,
  storage,
  now = new Date(),
  kept,
}: {
  db: Db
  storage: Storage
  now?: Date
  kept?: string
}): Promise<void> => {
  await db.transaction().execute(async tx => {
    const workshop = { db: tx, studio: createStudio(tx, storage, kept), random: seeded(SEED), now }
    const places = await fillCommunities(workshop)
    const templates = await fillTemplates(workshop)
    const people = await fillPeople(workshop, places)
    const deals = await fillDeals(workshop, places, people)
    await fillEvents(workshop, { places, templates, people, deals })
  })
}
