// Data export: the digest settings of a member.
import { type OwnFile, type OwnKey, shortFile } from '#server/kernel/own-data.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

export const ownDigest = (db: Db, { communityId, userId }: OwnKey): OwnFile =>
  shortFile('digests', () =>
    db
      .selectFrom('digests')
      .select(['rhythm', 'told_until as toldUntil'])
      .where('community_id', '=', communityId)
      .where('user_id', '=', userId)
      .execute(),
  )
