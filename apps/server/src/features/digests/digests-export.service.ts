// Data export: the digest settings of a member.
import { type ExportFile, type ExportSubject, exportFile } from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

export const exportDigest = (db: Db, { communityId, userId }: ExportSubject): ExportFile =>
  exportFile('digests', () =>
    db
      .selectFrom('digests')
      .select(['rhythm', 'told_until as toldUntil'])
      .where('community_id', '=', communityId)
      .where('user_id', '=', userId)
      .execute(),
  )
