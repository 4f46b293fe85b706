// An invitation creates the user of the future member, and withdrawing it deletes that user.
import type { Language } from '@parvis/contract/language.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import { addAccount } from './account.service.ts'
import { findKnownMember } from './known-member.service.ts'
import { type MembershipKey, auditOnMember, revokeMemberSessions } from './membership.service.ts'

export interface NewInvitation {
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

/** Creates the user and, if needed, the account. Throws `alreadyregistereduser` for a current or departed member. */
export const createInvitedMember = async (
  { clock }: Platform,
  { tx }: TransactionContext,
  actor: { userId: string; accountId: string },
  invitation: NewInvitation,
): Promise<MembershipKey> => {
  const { communityId, email, language } = invitation
  const now = clock.now()
  const known = email ? await findKnownMember(tx, email, communityId) : undefined
  // A departed member needs no invitation: they may undo the departure.
  if (known?.userId || known?.gone) return fail('alreadyregistereduser', { field: 'email' })
  const accountId = known?.accountId ?? (await addAccount(tx, { email, language }))
  const member = { communityId, accountId, userId: newId() }
  await tx
    .insertInto('users')
    .values({
      community_id: communityId,
      id: member.userId,
      account_id: member.accountId,
      role: invitation.role,
      pseudo: member.userId,
      building: invitation.building,
      floor: invitation.floor,
      apartment_number: invitation.apartmentNumber,
      member_until: invitation.memberUntil,
      need_update: true,
      first_login: true,
      enabled_at: now,
      invited_at: now,
    })
    .execute()
  await auditOnMember(tx, 'member.invited', actor, member)
  return member
}

/** Withdraws an invitation; returns false if the invitation was used meanwhile. */
export const deleteInvitedMember = async (
  platform: Platform,
  context: TransactionContext,
  actor: { userId: string; accountId: string },
  member: MembershipKey,
): Promise<boolean> => {
  const { tx } = context
  // The invited member may have the profile form open; saving it locks the account first, too.
  await tx.selectFrom('accounts').select('id').where('id', '=', member.accountId).forUpdate().execute()
  await revokeMemberSessions(platform, context, member)
  const { numDeletedRows } = await tx
    .deleteFrom('users')
    .where('community_id', '=', member.communityId)
    .where('id', '=', member.userId)
    .where('first_login', '=', true)
    .where('invited_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (!numDeletedRows) return false
  // Deletes the account if it was created for this invitation only.
  await tx
    .deleteFrom('accounts as a')
    .where('a.id', '=', member.accountId)
    .where('a.confirmed_at', 'is', null)
    .where(eb => eb.not(eb.exists(eb.selectFrom('users as u').select('u.id').whereRef('u.account_id', '=', 'a.id'))))
    .execute()
  await auditOnMember(tx, 'invitation.withdrawn', actor, member)
  return true
}
