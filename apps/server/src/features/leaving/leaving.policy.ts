// Neighbours and advertisers can leave at any time. Staff must give up their role first.
import { type Leaving, canLeave } from '@parvis/contract/leaving.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { isActiveStaff } from '../membership/departure.service.ts'

/** Throws `laststaff` for staff. */
export const assertCanLeave = ({ role }: Pick<Actor, 'role'>): void => {
  if (!canLeave(role)) fail('laststaff')
}

/** Deleting an account leaves all its communities, so active staff of any of them cannot delete their account. */
export const leavingAbilities = (
  { role }: Pick<Actor, 'role'>,
  memberships: readonly Parameters<typeof isActiveStaff>[0][],
): Leaving['abilities'] => ({
  leave: canLeave(role),
  deleteAccount: canLeave(role) && !memberships.some(isActiveStaff),
})
