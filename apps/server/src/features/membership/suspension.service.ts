// A suspended member may read but not write until the date set by the team; they may appeal.
import type { Role } from '@parvis/contract/roles.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { MemberKey, TransactionContext } from '#server/kernel/report.ts'
import { fail } from '#server/kernel/errors.ts'
import { type MembershipKey, auditOnMember } from './membership.service.ts'
import { isSuspended } from '../session/access.service.ts'

/** Suspends a member until this time; null ends the suspension. Either change is in force at once on all devices. */
export const suspendMember = async (
  platform: Platform,
  { tx, afterCommit }: TransactionContext,
  actor: { userId: string; accountId: string },
  member: MembershipKey,
  until: Date | null,
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ suspended_until: until })
    .where('community_id', '=', member.communityId)
    .where('id', '=', member.userId)
    .execute()
  await auditOnMember(tx, until ? 'member.suspended' : 'member.resumed', actor, member)
  afterCommit(() => platform.bus.publish('actor.changed', { userIds: [member.userId] }))
}

/** The ids, the role and the disabled state of a user, departed or not; undefined once the user is erased. */
export const findMembershipKey = async (
  tx: Tx,
  { communityId, userId }: MemberKey,
): Promise<(MembershipKey & { role: Role; disabled: boolean }) | undefined> => {
  const row = await tx
    .selectFrom('users')
    .select(['account_id', 'role', 'disabled_at'])
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return row && { communityId, userId, accountId: row.account_id, role: row.role, disabled: row.disabled_at !== null }
}

/**
 * Locks the moderator and the member in the order of their ids. Throws `suspended` or `nosession` if the moderator may
 * not moderate.
 */
export const lockModerator = async (
  tx: Tx,
  moderator: MemberKey,
  member: MemberKey | null,
  now: Date,
): Promise<void> => {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'suspended_until', 'disabled_at', 'gone_at'])
    .where('id', 'in', [moderator.userId, ...(member ? [member.userId] : [])])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const locked = rows.find(({ id }) => id === moderator.userId)
  if (!locked || locked.disabled_at || locked.gone_at) return fail('nosession')
  if (isSuspended(locked, now)) fail('suspended')
}
