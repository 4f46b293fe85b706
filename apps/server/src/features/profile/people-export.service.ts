// Data export: the profiles that a member has reported.
import { type ExportFile, type ExportSubject, createExportFile } from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

export const exportPersonReports = (db: Db, { userId }: ExportSubject): ExportFile =>
  createExportFile('reported-people', async () =>
    (
      await db
        .selectFrom('user_flags')
        .select(['rule', 'reason', 'created_at'])
        .where('reporter_id', '=', userId)
        .orderBy('id')
        .execute()
    ).map(({ rule, reason, created_at }) => ({ rule, reason, reportedAt: created_at })),
  )
