// Neighbours and companies leave when they like; the team hands its role over first.
import { type Leaving, mayLeave } from '@parvis/contract/leaving.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { holdsRole } from '../session/departure.service.ts'

/** The team is told to hand over first: `laststaff`. */
export const mustBeFreeToLeave = ({ role }: Pick<Actor, 'role'>): void => {
  if (!mayLeave(role)) fail('laststaff')
}

/** With the account go all of its communities: whoever works for one of them hands that over first. */
export const leavingAbilities = (
  { role }: Pick<Actor, 'role'>,
  memberships: readonly Parameters<typeof holdsRole>[0][],
): Leaving['abilities'] => ({
  leave: mayLeave(role),
  deleteAccount: mayLeave(role) && !memberships.some(holdsRole),
})
