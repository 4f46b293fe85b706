// Data export: the profiles that a member has reported.
import { type OwnFile, type OwnKey, shortFile } from '#server/kernel/own-data.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

export const ownReports = (db: Db, { userId }: OwnKey): OwnFile =>
  shortFile('reported-people', async () =>
    (
      await db
        .selectFrom('user_flags')
        .select(['rule', 'reason', 'created_at'])
        .where('reporter_id', '=', userId)
        .orderBy('id')
        .execute()
    ).map(({ rule, reason, created_at }) => ({ rule, reason, reportedAt: created_at })),
  )
