// The record tells of everybody in the installation, and from where they came: it is its webmasters' alone.
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

export const mustBeWebmaster = (actor: Actor): void => {
  if (actor.role !== 'webmaster') fail('forbidden')
}
