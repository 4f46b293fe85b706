import { EXPORT_DAYS } from '@parvis/contract/leaving.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

/** Returns the export of an account; undefined if there is none or it has expired. */
export const findExport = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('asked_at', '>', new Date(now.getTime() - EXPORT_DAYS * DAY_MS))
    .executeTakeFirst()

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>
