// The team decides who is a member and in which role; a change is in force before the response is sent.
import type { Language } from '@parvis/contract/language.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { TransactionContext, MemberKey } from '#server/kernel/report.ts'
import { addAccount } from './account.service.ts'
import { endAllSessions } from '../session/session.service.ts'

export interface MembershipKey {
  communityId: string
  userId: string
  accountId: string
}

/** Locks a community’s administrators and all webmasters, so that the last two cannot lose the role concurrently. */
const lockStaff = (tx: Tx, communityId: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'role', 'community_id'])
    .where(eb =>
      eb.or([
        eb('role', '=', 'webmaster'),
        eb.and([eb('role', '=', 'administrator'), eb('community_id', '=', communityId)]),
      ]),
    )
    .where('disabled_at', 'is', null)
    .where('enabled_at', 'is not', null)
    // Unused invitations and memberships that end with a stay do not count as remaining staff.
    .where('first_login', '=', false)
    .where('member_until', 'is', null)
    .orderBy('id')
    // Weaker than `for update`, so that inserts that reference these rows do not wait.
    .forNoKeyUpdate()
    .execute()

/** Throws `laststaff` if no other administrator of the community or webmaster of the installation would remain. */
const assertNotLastStaff = async (tx: Tx, { communityId, userId }: MembershipKey) => {
  const staff = await lockStaff(tx, communityId)
  const role = staff.find(({ id }) => id === userId)?.role
  if (role && !staff.some(other => other.role === role && other.id !== userId)) fail('laststaff')
}

/** Locks the account before its users, as a departure does: the reverse order could deadlock. */
const lockAccount = (tx: Tx, { accountId }: MembershipKey) =>
  tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()

/** Publishes after the commit that rights and presentation of the member have changed. */
export const publishMemberChange = (
  { bus }: Pick<Platform, 'bus'>,
  { afterCommit }: Pick<TransactionContext, 'afterCommit'>,
  { communityId, userId }: MemberKey,
): void =>
  afterCommit(() => {
    bus.publish('actor.changed', { userIds: [userId] })
    bus.publish('display.changed', { ids: [userId] })
    bus.publish('author.changed', { userId, communityId, channelIds: [] })
  })

/** Revokes all sessions of the member, because a session must not outlive a change of rights. */
export const revokeMemberSessions = async (
  { bus }: Platform,
  { tx, afterCommit }: TransactionContext,
  { accountId, communityId, userId }: MembershipKey,
) => {
  await endAllSessions({ tx, bus, afterCommit }, { accountId, communityId }, 'staff')
  publishMemberChange({ bus }, { afterCommit }, { communityId, userId })
}

export const auditOnMember = (
  tx: Tx,
  act: Parameters<typeof audit>[1]['act'],
  actor: { userId: string; accountId: string },
  member: MembershipKey,
) =>
  audit(tx, {
    act,
    communityId: member.communityId,
    userId: actor.userId,
    accountId: actor.accountId,
    subjectId: member.userId,
  })

export const changeRole = async (
  platform: Platform,
  context: TransactionContext,
  actor: { userId: string; accountId: string },
  member: MembershipKey,
  role: Role,
): Promise<void> => {
  const { tx } = context
  await lockAccount(tx, member)
  await assertNotLastStaff(tx, member)
  await tx
    .updateTable('users')
    .set({ role })
    .where('community_id', '=', member.communityId)
    .where('id', '=', member.userId)
    // A member who is leaving concurrently receives no role.
    .where('gone_at', 'is', null)
    .execute()
  await auditOnMember(tx, 'role.changed', actor, member)
  await revokeMemberSessions(platform, context, member)
}

export const setMemberDisabled = async (
  platform: Platform,
  context: TransactionContext,
  actor: { userId: string; accountId: string },
  member: MembershipKey,
  isDisabled: boolean,
): Promise<void> => {
  const { tx } = context
  await lockAccount(tx, member)
  if (isDisabled) await assertNotLastStaff(tx, member)
  await tx
    .updateTable('users')
    .set({ disabled_at: isDisabled ? platform.clock.now() : null })
    .where('community_id', '=', member.communityId)
    .where('id', '=', member.userId)
    .execute()
  await auditOnMember(tx, isDisabled ? 'member.disabled' : 'member.enabled', actor, member)
  await revokeMemberSessions(platform, context, member)
}

/** Approves a pending member; returns false if the member is no longer pending. */
export const approveMember = async (
  { jobs, clock }: Platform,
  { tx, afterCommit }: TransactionContext,
  actor: { userId: string; accountId: string },
  member: MembershipKey,
): Promise<boolean> => {
  const { accountId, communityId, userId } = member
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ enabled_at: clock.now(), word: null })
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .where('enabled_at', 'is', null)
    .where('first_login', '=', false)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) return false
  await auditOnMember(tx, 'member.approved', actor, member)
  await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'letin', accountId, communityId })
  return true
}

/** Deletes a pending member and their profile; returns false if the member is no longer pending. */
export const refuseNewcomer = async (
  platform: Platform,
  context: TransactionContext,
  actor: { userId: string; accountId: string },
  member: MembershipKey,
): Promise<boolean> => {
  const { tx, afterCommit } = context
  const { accountId, communityId, userId } = member
  await revokeMemberSessions(platform, context, member)
  const { numDeletedRows } = await tx
    .deleteFrom('users')
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .where('enabled_at', 'is', null)
    .where('first_login', '=', false)
    .executeTakeFirstOrThrow()
  if (!numDeletedRows) return false
  await tx
    .updateTable('accounts as a')
    .set({ emptied_at: platform.clock.now() })
    .where('a.id', '=', accountId)
    .where(eb => eb.not(eb.exists(eb.selectFrom('users as u').select('u.id').whereRef('u.account_id', '=', 'a.id'))))
    .execute()
  await auditOnMember(tx, 'member.refused', actor, member)
  await platform.jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'refused', accountId, communityId })
  return true
}

export const addFirstWebmaster = async (
  tx: Tx,
  founder: {
    communityId: string
    email: string
    passwordHash: string
    firstname: string
    lastname: string
    pseudo: string
    language: Language
  },
  now: Date,
): Promise<MembershipKey> => {
  const { communityId, email, passwordHash, firstname, lastname, pseudo, language } = founder
  const accountId = await addAccount(tx, { email, passwordHash, confirmedAt: now, language })
  const userId = newId()
  await tx
    .insertInto('users')
    .values({
      community_id: communityId,
      id: userId,
      account_id: accountId,
      role: 'webmaster',
      pseudo,
      firstname,
      lastname,
      enabled_at: now,
    })
    .execute()
  return { communityId, accountId, userId }
}

export const extendMembership = async (
  tx: Tx,
  { communityId, userId }: Pick<MembershipKey, 'communityId' | 'userId'>,
  until: string,
) => {
  await tx
    .updateTable('users')
    .set({ member_until: until })
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .where('member_until', 'is not', null)
    .execute()
}
