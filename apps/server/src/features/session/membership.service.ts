// Who belongs to a community, and as what, is its team's to say; what they say is in force before they are answered.
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

/** Locks the staff of a community, and all webmasters: two who step down at once must not both be the last but one. */
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
    // neither an invitation that nobody has taken up nor a membership that ends by itself holds a role for good
    .where('first_login', '=', false)
    .where('member_until', 'is', null)
    .orderBy('id')
    // who is told of something meanwhile is referred to, and need not wait
    .forNoKeyUpdate()
    .execute()

/** `laststaff` where nobody else would hold this role: in the community, or of webmasters in the installation. */
const mustNotBeLast = async (tx: Tx, { communityId, userId }: MemberKey) => {
  const staff = await lockStaff(tx, communityId)
  const role = staff.find(({ id }) => id === userId)?.role
  if (role && !staff.some(one => one.role === role && one.id !== userId)) fail('laststaff')
}

/** As whoever leaves does: the account before its users, or each would wait for the other. */
const holdAccount = (tx: Tx, { accountId }: MemberKey) =>
  tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()

/** Their devices are signed out: other rights are another session. */
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

/** Who of the team did it, to whom. */
export const noteOnMember = (
  tx: Tx,
  act: Parameters<typeof audit>[1]['act'],
  by: { userId: string; accountId: string },
  of: MemberKey,
) => audit(tx, { act, communityId: of.communityId, userId: by.userId, accountId: by.accountId, subjectId: of.userId })

/** Gives a member a role. */
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
    // who leaves at this moment is given nothing any more
    .where('gone_at', 'is', null)
    .execute()
  await noteOnMember(tx, 'role.changed', by, member)
  await signOut(platform, work, member)
}

/** Closes the access of a member, or opens it again. */
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

/** Lets in who waits; false where they do not wait any more. */
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

/** Refuses who waits: what they told of themselves goes; false where they do not wait any more. */
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

/** The first webmaster of an installation, in its first community. */
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
  /** Without one the invitation is a letter. */
  email: string | null
  role: Role
  building: string | null
  floor: string | null
  apartmentNumber: string | null
  /** The last day of the stay that they are invited for. */
  memberUntil: string | null
  language: Language | null
}

/** Opens an account in a community for somebody who has yet to come; `alreadyregistereduser` for who is in it. */
export const openAccount = async (
  { clock }: Platform,
  { tx }: Work,
  by: { userId: string; accountId: string },
  invited: Invited,
): Promise<MemberKey> => {
  const { communityId, email, language } = invited
  const now = clock.now()
  const known = email ? await findKnownMember(tx, email, communityId) : undefined
  // who has left may still come back by themselves
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

/** Takes an invitation back; false where they have come meanwhile. */
export const closeInvitation = async (
  platform: Platform,
  work: Work,
  by: { userId: string; accountId: string },
  member: MemberKey,
): Promise<boolean> => {
  const { tx } = work
  // they may have the form open, and who saves it holds the account first
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
  // An account that was opened for this alone goes with it.
  await tx
    .deleteFrom('accounts as a')
    .where('a.id', '=', member.accountId)
    .where('a.confirmed_at', 'is', null)
    .where(eb => eb.not(eb.exists(eb.selectFrom('users as u').select('u.id').whereRef('u.account_id', '=', 'a.id'))))
    .execute()
  await noteOnMember(tx, 'invitation.withdrawn', by, member)
  return true
}

/** Until when a member belongs who was invited for a stay. */
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
