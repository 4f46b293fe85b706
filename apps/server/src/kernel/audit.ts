import type { AuditAct } from '@parvis/contract/audit.ts'
import { type Generated, sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Db } from './postgres/db.ts'
import { deleteInBatches } from './postgres/delete-in-batches.ts'
import { newId } from './ids.ts'
import { createPagedExportFile, type ExportFile } from './data-export.ts'

declare module './postgres/db.ts' {
  interface Tables {
    audit_log: {
      id: string
      at: Generated<Date>
      act: string
      community_id: string | null
      user_id: string | null
      account_id: string | null
      address: string | null
      subject_id: string | null
    }
  }
}

export interface AuditEntry {
  act: AuditAct
  communityId?: string
  userId?: string
  accountId?: string
  address?: string
  subjectId?: string
}

export const auditActor = ({
  communityId,
  userId,
  accountId,
}: Pick<Actor, 'communityId' | 'userId' | 'accountId'>): Pick<AuditEntry, 'communityId' | 'userId' | 'accountId'> => ({
  communityId,
  userId,
  accountId,
})

/** Adds an entry to the audit log. Entries contain no user content and no secrets; only anonymization changes them. */
export const audit = async (
  db: Db,
  { act, communityId, userId, accountId, address, subjectId }: AuditEntry,
): Promise<void> => {
  await db
    .insertInto('audit_log')
    .values({
      id: newId(),
      act,
      community_id: communityId ?? null,
      user_id: userId ?? null,
      account_id: accountId ?? null,
      address: address ?? null,
      subject_id: subjectId ?? null,
    })
    .execute()
}

export const isKnownLoginAddress = async (
  db: Db,
  scope: { accountId: string } | { communityId: string },
  address: string,
): Promise<boolean> => {
  const entries = db.selectFrom('audit_log').select('id').where('address', '=', address).limit(1)
  // The acts are SQL literals, because a partial index is not used when its condition is a parameter.
  const matching =
    'accountId' in scope
      ? entries.where('account_id', '=', scope.accountId).where(sql<boolean>`act = 'login'`)
      : entries.where('community_id', '=', scope.communityId).where(sql<boolean>`act in ('login', 'guest')`)
  return (await matching.executeTakeFirst()) !== undefined
}

/** Removes the references to this user, account and address from the audit entries; the acts themselves remain. */
export const anonymizeAuditLog = async (
  db: Db,
  { communityId, userId, accountId }: { communityId: string; userId: string; accountId?: string },
): Promise<void> => {
  await sql`update audit_log set user_id = null, account_id = null, address = null
    where (community_id = ${communityId} and user_id = ${userId}) or account_id = ${accountId ?? null}::uuid`.execute(
    db,
  )
  await sql`update audit_log set subject_id = null where community_id = ${communityId} and subject_id = ${userId}`.execute(
    db,
  )
}

export const exportAuditLog = (db: Db, accountId: string): ExportFile => {
  const entries = () => db.selectFrom('audit_log').where('account_id', '=', accountId)
  return createPagedExportFile('log', {
    count: () =>
      entries()
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow(),
    readPage: (after, limit) =>
      entries()
        .select(['id', 'at', 'act', 'address'])
        .$if(after !== null, query => query.where('id', '>', after!))
        .orderBy('id')
        .limit(limit)
        .execute(),
    present: ({ at, act, address }) => ({ act, at, address: address ?? undefined }),
  })
}

/** Deletes entries older than 12 months by the server clock and the database clock: a trigger protects younger ones. */
export const purgeOldAuditEntries = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(
    db,
    limit => sql`delete from audit_log where ctid = any(array(
      select ctid from audit_log where at < least(${now}::timestamptz, now()) - interval '12 months'
      limit ${limit} for update skip locked))`,
  )
