// The team decides who is a member and in which role; a change is in force before the request is answered.
import type { Language } from '@parvis/contract/language.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { Work } from '#server/kernel/report.ts'
import { findKnownMember } from './session.queries.ts'
import { endSessions } from './session.service.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'role.changed': true
    'member.disabled': true
    'member.enabled': true
    'member.approved': true
    'member.refused': true
    'member.invited': true
    'invitation.withdrawn': true
  }
}

export interface MemberKey {
  communityId: string
  userId: string
  accountId: string
}

/** Locks the staff of a community and all webmasters, so that two who step down at once are not both allowed to. */
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
    // Invitations not taken up and memberships that end with a stay do not count.
    .where('first_login', '=', false)
    .where('member_until', 'is', null)
    .orderBy('id')
    // Weaker than `for update`: inserts that reference these rows need not wait.
    .forNoKeyUpdate()
    .execute()

/** `laststaff` if nobody else would have this role: administrators in the community, webmasters in the installation. */
const mustNotBeLast = async (tx: Tx, { communityId, userId }: MemberKey) => {
  const staff = await lockStaff(tx, communityId)
  const role = staff.find(({ id }) => id === userId)?.role
  if (role && !staff.some(one => one.role === role && one.id !== userId)) fail('laststaff')
}

/** Locks the account before its users, in the order of a departure: the other order could deadlock. */
const holdAccount = (tx: Tx, { accountId }: MemberKey) =>
  tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()

/** Revokes all sessions of the member, since other rights need a new session. */
const signOut = async ({ bus }: Platform, { tx, afterCommit }: Work, { accountId, communityId, userId }: MemberKey) => {
  const open = await tx
    .selectFrom('sessions')
    .select('id')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .execute()
  await endSessions(
    { tx, bus, afterCommit },
    accountId,
    open.map(({ id }) => id),
    'staff',
  )
  afterCommit(() => {
    bus.announce('actor.changed', { userIds: [userId] })
    bus.announce('shown.changed', { ids: [userId] })
    bus.announce('author.changed', { userId, communityId, channelIds: [] })
  })
}

export const noteOnMember = (
  tx: Tx,
  act: Parameters<typeof audit>[1]['act'],
  by: { userId: string; accountId: string },
  of: MemberKey,
) => audit(tx, { act, communityId: of.communityId, userId: by.userId, accountId: by.accountId, subjectId: of.userId })

export const changeRole = async (
  platform: Platform,
  work: Work,
  by: { userId: string; accountId: string },
  member: MemberKey,
  role: Role,
): Promise<void> => {
  const { tx } = work
  await holdAccount(tx, member)
  await mustNotBeLast(tx, member)
  await tx
    .updateTable('users')
    .set({ role })
    .where('community_id', '=', member.communityId)
    .where('id', '=', member.userId)
    // A member who leaves at this moment gets no role.
    .where('gone_at', 'is', null)
    .execute()
  await noteOnMember(tx, 'role.changed', by, member)
  await signOut(platform, work, member)
}

export const changeAccess = async (
  platform: Platform,
  work: Work,
  by: { userId: string; accountId: string },
  member: MemberKey,
  disabled: boolean,
): Promise<void> => {
  const { tx } = work
  await holdAccount(tx, member)
  if (disabled) await mustNotBeLast(tx, member)
  await tx
    .updateTable('users')
    .set({ disabled_at: disabled ? platform.clock.now() : null })
    .where('community_id', '=', member.communityId)
    .where('id', '=', member.userId)
    .execute()
  await noteOnMember(tx, disabled ? 'member.disabled' : 'member.enabled', by, member)
  await signOut(platform, work, member)
}

/** Approves a pending member; false if they are not pending any more. */
export const letIn = async (
  { jobs, clock }: Platform,
  { tx, afterCommit }: Work,
  by: { userId: string; accountId: string },
  member: MemberKey,
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
  await noteOnMember(tx, 'member.approved', by, member)
  await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'letin', accountId, communityId })
  return true
}

/** Deletes a pending member with what they have filled in; false if they are not pending any more. */
export const refuseNewcomer = async (
  platform: Platform,
  work: Work,
  by: { userId: string; accountId: string },
  member: MemberKey,
): Promise<boolean> => {
  const { tx, afterCommit } = work
  const { accountId, communityId, userId } = member
  await signOut(platform, work, member)
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
  await noteOnMember(tx, 'member.refused', by, member)
  await platform.jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'refused', accountId, communityId })
  return true
}

/** Creates the first webmaster of an installation, in its first community. */
export const addFounder = async (
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
): Promise<MemberKey> => {
  const { communityId, email, passwordHash, firstname, lastname, pseudo, language } = founder
  const [accountId, userId] = [newId(), newId()]
  await tx
    .insertInto('accounts')
    .values({ id: accountId, email, password_hash: passwordHash, confirmed_at: now, language })
    .execute()
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

export interface Invited {
  communityId: string
  /** Null for an invitation by letter. */
  email: string | null
  role: Role
  building: string | null
  floor: string | null
  apartmentNumber: string | null
  memberUntil: string | null
  language: Language | null
}

/** Creates a user for an invitation, and the account if there is none; `alreadyregistereduser` for a member. */
export const openAccount = async (
  { clock }: Platform,
  { tx }: Work,
  by: { userId: string; accountId: string },
  invited: Invited,
): Promise<MemberKey> => {
  const { communityId, email, language } = invited
  const now = clock.now()
  const known = email ? await findKnownMember(tx, email, communityId) : undefined
  // A departed member may still return by themselves.
  if (known?.userId || known?.gone) return fail('alreadyregistereduser', { field: 'email' })
  const member = { communityId, accountId: known?.accountId ?? newId(), userId: newId() }
  if (!known)
    await tx
      .insertInto('accounts')
      .values({ id: member.accountId, email, password_hash: null, confirmed_at: null, language })
      .execute()
  await tx
    .insertInto('users')
    .values({
      community_id: communityId,
      id: member.userId,
      account_id: member.accountId,
      role: invited.role,
      pseudo: member.userId,
      building: invited.building,
      floor: invited.floor,
      apartment_number: invited.apartmentNumber,
      member_until: invited.memberUntil,
      need_update: true,
      first_login: true,
      enabled_at: now,
      invited_at: now,
    })
    .execute()
  await noteOnMember(tx, 'member.invited', by, member)
  return member
}

/** Withdraws an invitation; false if it was taken up meanwhile. */
export const closeInvitation = async (
  platform: Platform,
  work: Work,
  by: { userId: string; accountId: string },
  member: MemberKey,
): Promise<boolean> => {
  const { tx } = work
  // They may have the form open; saving it locks the account first, too.
  await tx.selectFrom('accounts').select('id').where('id', '=', member.accountId).forUpdate().execute()
  await signOut(platform, work, member)
  const { numDeletedRows } = await tx
    .deleteFrom('users')
    .where('community_id', '=', member.communityId)
    .where('id', '=', member.userId)
    .where('first_login', '=', true)
    .where('invited_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (!numDeletedRows) return false
  // Deletes an account that was created for this invitation only.
  await tx
    .deleteFrom('accounts as a')
    .where('a.id', '=', member.accountId)
    .where('a.confirmed_at', 'is', null)
    .where(eb => eb.not(eb.exists(eb.selectFrom('users as u').select('u.id').whereRef('u.account_id', '=', 'a.id'))))
    .execute()
  await noteOnMember(tx, 'invitation.withdrawn', by, member)
  return true
}

export const extendMembership = async (
  tx: Tx,
  { communityId, userId }: Pick<MemberKey, 'communityId' | 'userId'>,
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
