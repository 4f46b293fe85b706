// Neighbours and companies leave when they like; the team hands its role over first. What cannot be taken back later
// asks who is there.
import { type Leaving, mayLeave, type Proof } from '@parvis/contract/leaving.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { holdsRole } from '../session/departure.service.ts'
import { hasProved } from '../session/proof.service.ts'

/** What an account has by which its owner can prove to be that. */
export interface Keys {
  email: string | null
  password_hash: string | null
}

/** Who came by a letter and has neither has nothing to prove it by. */
export const proofAsked = (actor: Actor, { email, password_hash }: Keys, now: Date): Proof => {
  if (hasProved(actor, now)) return 'none'
  return password_hash !== null ? 'password' : email !== null ? 'mail' : 'none'
}

export const mustHaveProved = (actor: Actor, keys: Keys, now: Date): void => {
  if (proofAsked(actor, keys, now) !== 'none') fail('proofneeded')
}

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
