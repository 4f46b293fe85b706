// Whatever has a place lies in a town: the nearest of the list.
import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'

/** Around a place, in degrees: the nearest town is mostly in here. */
const AROUND = 0.3

/** The id of the town nearest to a place; undefined where the installation knows none. */
export const findNearestCity = async (
  db: Db,
  { longitude, latitude }: { longitude: number; latitude: number },
): Promise<string | undefined> => {
  const nearest = async (among: ReturnType<typeof sql<boolean>>) =>
    (
      await sql<{ id: string }>`
        select c.id from cities c where ${among}
        order by remoteness(c.longitude, c.latitude, ${longitude}::float8, ${latitude}::float8), c.id limit 1`.execute(
        db,
      )
    ).rows[0]?.id
  const isAround = sql<boolean>`c.latitude between ${latitude - AROUND}::float8 and ${latitude + AROUND}::float8
    and c.longitude between ${longitude - AROUND}::float8 and ${longitude + AROUND}::float8`
  return (await nearest(isAround)) ?? (await nearest(sql<boolean>`true`))
}
