// Administrators and webmasters run their community; nobody assigns a role above their own or changes a member who has
// more rights.
import { isAtMost, type MemberFile } from '@parvis/contract/admin.ts'
import { isAdminLike, isStaff, type Role } from '@parvis/contract/roles.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { PersonRow } from './admin.queries.ts'

export const mustRunCommunity = (actor: Actor): void => {
  if (!isAdminLike(actor.role)) fail('forbidden')
}

export const mustPrintPoster = (actor: Actor): void => {
  if (!isStaff(actor.role)) fail('forbidden')
}

const given: readonly Role[] = ['neighbor', 'advertiser', 'employee', 'administrator', 'webmaster']

export const rolesToGive = (actor: Pick<Actor, 'role'>): Role[] =>
  isAdminLike(actor.role) ? given.filter(role => isAtMost(role, actor.role)) : []

/** Whether the actor may change a member who has this role. */
export const decidesOn = (actor: Pick<Actor, 'role'>, role: Role): boolean =>
  isAdminLike(actor.role) && isAtMost(role, actor.role)

/**
 * Whether the actor may print a code that opens this account. An account with an e-mail may belong to other communities
 * too, so its owner is reached by mail only. One without an e-mail belongs to this community alone.
 */
export const canPrintCode = (
  actor: Pick<Actor, 'role' | 'userId'>,
  person: { id: string; role: Role; email: string | null },
): boolean => decidesOn(actor, person.role) && person.id !== actor.userId && person.email === null

/**
 * Whether the actor may remove a lost second factor. An account is shared by all of its communities, so the actor must
 * have as many rights as its owner has in any of them. The factor of an administrator is removed by a webmaster only,
 * and nobody removes their own.
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
    // Nobody disables their own account.
    disable: decides && member.id !== actor.userId,
    sendReset: decides && member.email !== null,
    printCode: takesPart && canPrintCode(actor, member),
    resetSecondFactor: takesPart && isAdminLike(actor.role) && canResetFactor(actor, member),
  }
}
