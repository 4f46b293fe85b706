import type { Generated } from 'kysely'
import type { Db } from './db.ts'
import { newId } from './ids.ts'

declare module './db.ts' {
  interface Tables {
    audit_log: { id: string; at: Generated<Date>; act: string; community_id: string | null; user_id: string | null; account_id: string | null; address: string | null; subject_id: string | null }
  }
}

export interface AuditEntry {
  act: 'login' | 'login.failed' | 'guest' | 'logout' | 'session.revoked' | 'post.removed' | 'post.flagged'
  communityId?: string
  userId?: string
  accountId?: string
  address?: string
  /** What it was done to. */
  subjectId?: string
}

/** Adds a line to the record of who did what, when. It holds no content and no secrets, and is never changed. */
export const audit = async (db: Db, { act, communityId, userId, accountId, address, subjectId }: AuditEntry): Promise<void> => {
  await db.insertInto('audit_log').values({
    id: newId(), act, community_id: communityId ?? null, user_id: userId ?? null, account_id: accountId ?? null, address: address ?? null, subject_id: subjectId ?? null,
  }).execute()
}
