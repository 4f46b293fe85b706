// A suspended member may read but not write until the date that the team has set; they may appeal.
import type { Role } from '@parvis/contract/roles.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { MemberName, Work } from '#server/kernel/report.ts'
import { fail } from '#server/kernel/errors.ts'
import { type MemberKey, noteOnMember } from './membership.service.ts'
import { isSuspended } from './session.policy.ts'

export { isSuspended } from './session.policy.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'member.suspended': true
    'member.resumed': true
  }
}

/** Null ends the suspension. In force at once on all devices. */
export const suspendMember = async (
  platform: Platform,
  { tx, afterCommit }: Work,
  by: { userId: string; accountId: string },
  member: MemberKey,
  until: Date | null,
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ suspended_until: until })
    .where('community_id', '=', member.communityId)
    .where('id', '=', member.userId)
    .execute()
  await noteOnMember(tx, until ? 'member.suspended' : 'member.resumed', by, member)
  afterCommit(() => platform.bus.announce('actor.changed', { userIds: [member.userId] }))
}

/** The keys and the role of a user, departed or not; undefined once they are erased. */
export const findMemberKey = async (
  tx: Tx,
  { communityId, userId }: MemberName,
): Promise<(MemberKey & { role: Role; disabled: boolean }) | undefined> => {
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
 * Locks both members of a decision, always in the same order. Throws `suspended` and `nosession` if the moderator was
 * suspended, disabled or has left meanwhile.
 */
export const holdDecider = async (tx: Tx, decider: MemberName, member: MemberName | null, now: Date): Promise<void> => {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'suspended_until', 'disabled_at', 'gone_at'])
    .where('id', 'in', [decider.userId, ...(member ? [member.userId] : [])])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const held = rows.find(({ id }) => id === decider.userId)
  if (!held || held.disabled_at || held.gone_at) return fail('nosession')
  if (isSuspended(held, now)) fail('suspended')
}
