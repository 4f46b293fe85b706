// Whoever takes part is told, on the browsers where they are signed in; whose stay is over reads on, and nothing comes
// to them.
import { isMember } from '@parvis/contract/roles.ts'
import { type Actor, isHeldBack } from '#server/kernel/actor.ts'

export const mayBePushedTo = (actor: Actor): boolean => isMember(actor.role) && !isHeldBack(actor) && !actor.readsOnly
