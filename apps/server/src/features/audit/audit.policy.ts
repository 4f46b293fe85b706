// The audit log covers everyone in the installation, with their IP addresses: only webmasters may read it.
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

export const assertWebmaster = (actor: Actor): void => {
  if (actor.role !== 'webmaster') fail('forbidden')
}
