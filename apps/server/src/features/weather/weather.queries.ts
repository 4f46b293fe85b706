import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'
import type { Report, ReportKind } from './report.ts'

export const findWeatherPlace = async (db: Db, communityId: string) => {
  const { name, city, latitude, longitude, timezone } = await db
    .selectFrom('communities')
    .select(['name', 'city', 'latitude', 'longitude', 'timezone'])
    .where('id', '=', communityId)
    .executeTakeFirstOrThrow()
  return {
    name: city || name,
    place: latitude === null || longitude === null ? null : { latitude, longitude, timezone },
  }
}

export const findStoredReport = async (
  db: Db,
  place: string,
  kind: ReportKind,
): Promise<{ report: Report; fetchedAt: Date } | null> => {
  const row = await db
    .selectFrom('weather_reports')
    .select(['report', 'fetched_at'])
    .where('place', '=', place)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ? { report: row.report, fetchedAt: row.fetched_at } : null
}

/** The morning of this community and day; undefined if its forecast is published already or the weather is disabled. */
export const findUnpublishedMorning = (db: Db, communityId: string, day: string) =>
  db
    .selectFrom('weather_mornings as m')
    .innerJoin('communities as c', 'c.id', 'm.community_id')
    .select(['c.latitude', 'c.longitude', 'c.timezone'])
    .select(
      sql<string[]>`array(select ch.id from community_channels cc join channels ch on ch.id = cc.channel_id
        where cc.community_id = c.id and ch.channel_type = 'NeighborhoodEventChannel' order by ch.id)`.as(
        'channel_ids',
      ),
    )
    .where('m.community_id', '=', communityId)
    .where(sql<boolean>`m.day = ${day}::date`)
    .where('m.event_id', 'is', null)
    .where('c.weather', '=', true)
    .executeTakeFirst()
