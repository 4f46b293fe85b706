// Data export: the profiles that a member has reported.
import { type ExportFile, type ExportSubject, exportFile } from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

export const exportReports = (db: Db, { userId }: ExportSubject): ExportFile =>
  exportFile('reported-people', async () =>
    (
      await db
        .selectFrom('user_flags')
        .select(['rule', 'reason', 'created_at'])
        .where('reporter_id', '=', userId)
        .orderBy('id')
        .execute()
    ).map(({ rule, reason, created_at }) => ({ rule, reason, reportedAt: created_at })),
  )
