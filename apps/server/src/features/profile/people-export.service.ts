// Data export: the profiles that a member has reported.
import type { ExportFile, ExportSubject } from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { createReportsExport } from '#server/kernel/postgres/reports.ts'

export const exportPersonReports = (db: Db, { userId }: ExportSubject): ExportFile =>
  createReportsExport(db, 'reported-people', 'user_flags', userId)
