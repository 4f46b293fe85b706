// Active members receive pushes where they are signed in; a member whose stay has ended can still read, but receives
// none.
import { isMember } from '@parvis/contract/roles.ts'
import { type Actor, hasPendingSetup } from '#server/kernel/actor.ts'

export const canReceivePushes = (actor: Actor): boolean =>
  isMember(actor.role) && !hasPendingSetup(actor) && !actor.isReadOnly
