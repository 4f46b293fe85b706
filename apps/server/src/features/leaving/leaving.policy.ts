// Neighbours and companies leave when they like; staff must hand over their role first.
import { type Leaving, mayLeave } from '@parvis/contract/leaving.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { holdsRole } from '../session/departure.service.ts'

/** Throws `laststaff` for staff. */
export const mustBeFreeToLeave = ({ role }: Pick<Actor, 'role'>): void => {
  if (!mayLeave(role)) fail('laststaff')
}

/** Deleting the account leaves all communities, so a staff role in any of them prevents it. */
export const leavingAbilities = (
  { role }: Pick<Actor, 'role'>,
  memberships: readonly Parameters<typeof holdsRole>[0][],
): Leaving['abilities'] => ({
  leave: mayLeave(role),
  deleteAccount: mayLeave(role) && !memberships.some(holdsRole),
})
