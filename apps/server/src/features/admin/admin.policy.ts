// Administrators and webmasters manage their community; nobody assigns a role above their own or changes a member who
// has more rights.
import { isRoleAtMost, type MemberFile } from '@parvis/contract/admin.ts'
import { isAdminLike, isStaff, type Role } from '@parvis/contract/roles.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { PersonRow } from './admin.queries.ts'

export const assertCanRunCommunity = (actor: Actor): void => {
  if (!isAdminLike(actor.role)) fail('forbidden')
}

export const assertCanPrintPoster = (actor: Actor): void => {
  if (!isStaff(actor.role)) fail('forbidden')
}

const assignable: readonly Role[] = ['neighbor', 'advertiser', 'employee', 'administrator', 'webmaster']

export const assignableRoles = (actor: Pick<Actor, 'role'>): Role[] =>
  isAdminLike(actor.role) ? assignable.filter(role => isRoleAtMost(role, actor.role)) : []

export const canManageRole = (actor: Pick<Actor, 'role'>, role: Role): boolean =>
  isAdminLike(actor.role) && isRoleAtMost(role, actor.role)

/** Whether the actor may print a log-in code. Only accounts without an e-mail address need a printed code. */
export const canPrintCode = (
  actor: Pick<Actor, 'role' | 'userId'>,
  person: { id: string; role: Role; email: string | null },
): boolean => canManageRole(actor, person.role) && person.id !== actor.userId && person.email === null

/**
 * Whether the actor may remove the second factor of a member who has lost it. The account has a role in each of its
 * communities, so the actor must have at least the rights of each of these roles. Only a webmaster removes the factor
 * of an administrator, and nobody removes their own.
 */
export const canResetSecondFactor = (
  actor: Pick<Actor, 'role' | 'userId'>,
  { id, has_factor, account_roles }: { id: string; has_factor: boolean; account_roles: readonly Role[] },
): boolean =>
  has_factor &&
  id !== actor.userId &&
  (actor.role === 'webmaster' || account_roles.every(role => canManageRole(actor, role) && !isAdminLike(role)))

export const memberAbilities = (
  actor: Pick<Actor, 'role' | 'userId' | 'isReadOnly'>,
  member: Pick<PersonRow, 'id' | 'role' | 'email' | 'has_factor' | 'account_roles'>,
): MemberFile['abilities'] => {
  const canWrite = !actor.isReadOnly
  const canManage = canWrite && canManageRole(actor, member.role)
  return {
    changeRole: canManage,
    changeBirthdate: canManage,
    changeStays: canManage,
    disable: canManage && member.id !== actor.userId,
    sendReset: canManage && member.email !== null,
    printCode: canWrite && canPrintCode(actor, member),
    resetSecondFactor: canWrite && isAdminLike(actor.role) && canResetSecondFactor(actor, member),
  }
}
