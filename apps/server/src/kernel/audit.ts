import type { Generated } from 'kysely'
import type { Db } from './db.ts'
import { newId } from './ids.ts'

declare module './db.ts' {
  interface Tables {
    audit_log: { id: string; at: Generated<Date>; act: string; community_id: string | null; user_id: string | null; account_id: string | null; address: string | null }
  }
}

export interface AuditEntry {
  act: 'login' | 'login.failed' | 'guest' | 'logout' | 'session.revoked'
  communityId?: string
  userId?: string
  accountId?: string
  address?: string
}

/** Adds a line to the record of who did what, when. It holds no content and no secrets, and is never changed. */
export const audit = async (db: Db, { act, communityId, userId, accountId, address }: AuditEntry): Promise<void> => {
  await db.insertInto('audit_log').values({
    id: newId(), act, community_id: communityId ?? null, user_id: userId ?? null, account_id: accountId ?? null, address: address ?? null,
  }).execute()
}
