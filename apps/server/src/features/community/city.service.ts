// Finds the town of the list that is nearest to a position.
import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'

/** Half the side of the search box in degrees; in most cases the box contains the nearest town. */
const BOX_DEGREES = 0.3

/** The id of the nearest town; undefined if the installation has no towns. */
export const findNearestCity = async (
  db: Db,
  { longitude, latitude }: { longitude: number; latitude: number },
): Promise<string | undefined> => {
  const nearest = async (condition: ReturnType<typeof sql<boolean>>) =>
    (
      await sql<{ id: string }>`
        select c.id from cities c where ${condition}
        order by remoteness(c.longitude, c.latitude, ${longitude}::float8, ${latitude}::float8), c.id limit 1`.execute(
        db,
      )
    ).rows[0]?.id
  const isInBox = sql<boolean>`c.latitude between ${latitude - BOX_DEGREES}::float8 and ${latitude + BOX_DEGREES}::float8
    and c.longitude between ${longitude - BOX_DEGREES}::float8 and ${longitude + BOX_DEGREES}::float8`
  return (await nearest(isInBox)) ?? (await nearest(sql<boolean>`true`))
}
