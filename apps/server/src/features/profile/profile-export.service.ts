// Data export: a member’s stays.
import { bothLanguages, type ExportFile, type ExportSubject, createExportFile } from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

export const exportStays = (db: Db, { communityId, userId }: ExportSubject): ExportFile =>
  createExportFile('stays', async () =>
    (
      await db
        .selectFrom('bookings as b')
        .innerJoin('places as p', join =>
          join.onRef('p.community_id', '=', 'b.community_id').onRef('p.id', '=', 'b.place_id'),
        )
        .select(['b.arrival', 'b.departure', 'p.name', 'p.name_en'])
        .where('b.community_id', '=', communityId)
        .where('b.user_id', '=', userId)
        .orderBy('b.arrival')
        .execute()
    ).map(({ arrival, departure, name, name_en }) => ({ place: bothLanguages(name, name_en), arrival, departure })),
  )
