// Administrators and webmasters run their community; nobody gives more than they have, nor takes from who has more.
import { isAtMost, type MemberFile } from '@parvis/contract/admin.ts'
import { isAdminLike, isStaff, type Role } from '@parvis/contract/roles.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { PersonRow } from './admin.queries.ts'

export const mustRunCommunity = (actor: Actor): void => {
  if (!isAdminLike(actor.role)) fail('forbidden')
}

/** Whoever works for the community hangs up its poster. */
export const mustPrintPoster = (actor: Actor): void => {
  if (!isStaff(actor.role)) fail('forbidden')
}

const given: readonly Role[] = ['neighbor', 'advertiser', 'employee', 'administrator', 'webmaster']

/** The roles that this member of the team may give. */
export const rolesToGive = (actor: Pick<Actor, 'role'>): Role[] =>
  isAdminLike(actor.role) ? given.filter(role => isAtMost(role, actor.role)) : []

/** Whether this member of the team decides on somebody who has this role. */
export const decidesOn = (actor: Pick<Actor, 'role'>, role: Role): boolean =>
  isAdminLike(actor.role) && isAtMost(role, actor.role)

/**
 * Whether this member of the team may print a code that opens somebody's account. One with an e-mail is its owner's
 * alone, in whatever other communities it is: they are reached by mail. Without one it belongs to this community and to
 * no other.
 */
export const canPrintCode = (
  actor: Pick<Actor, 'role' | 'userId'>,
  person: { id: string; role: Role; email: string | null },
): boolean => decidesOn(actor, person.role) && person.id !== actor.userId && person.email === null

/**
 * Whether this member of the team may take a lost second factor off an account. The account is one in all of its
 * communities: who has more rights in any of them than the team here gives is not theirs to help. An administrator's is
 * taken off by a webmaster, and nobody's own.
 */
export const canResetFactor = (
  actor: Pick<Actor, 'role' | 'userId'>,
  { id, has_factor, account_roles }: { id: string; has_factor: boolean; account_roles: readonly Role[] },
): boolean =>
  has_factor &&
  id !== actor.userId &&
  (actor.role === 'webmaster' || account_roles.every(role => decidesOn(actor, role) && !isAdminLike(role)))

export const memberAbilities = (
  actor: Pick<Actor, 'role' | 'userId' | 'readsOnly'>,
  member: Pick<PersonRow, 'id' | 'role' | 'email' | 'has_factor' | 'account_roles'>,
): MemberFile['abilities'] => {
  const takesPart = !actor.readsOnly
  const decides = takesPart && decidesOn(actor, member.role)
  return {
    changeRole: decides,
    changeBirthdate: decides,
    changeStays: decides,
    // nobody shuts the door behind themselves
    disable: decides && member.id !== actor.userId,
    sendReset: decides && member.email !== null,
    printCode: takesPart && canPrintCode(actor, member),
    resetSecondFactor: takesPart && isAdminLike(actor.role) && canResetFactor(actor, member),
  }
}
