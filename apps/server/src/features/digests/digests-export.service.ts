// Data export: the digest settings of a member.
import { type ExportFile, type ExportSubject, createExportFile } from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

export const exportDigest = (db: Db, { communityId, userId }: ExportSubject): ExportFile =>
  createExportFile('digests', () =>
    db
      .selectFrom('digests')
      .select(['rhythm', 'told_until as toldUntil'])
      .where('community_id', '=', communityId)
      .where('user_id', '=', userId)
      .execute(),
  )
