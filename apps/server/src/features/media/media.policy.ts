// Public pictures are for everybody; those of a community for whoever is shown something that they stand in, those of a
// conversation for the people of it.
import type { MediaClass } from '@parvis/contract/media.ts'
import { type Actor, isHeldBack } from '#server/kernel/actor.ts'
import { isId } from '#server/kernel/ids.ts'

export interface MediaAccess {
  class: MediaClass
  /** Who uploaded it. */
  userId: string | null
  /** Whether nothing names it, yet or any more. */
  unused: boolean
  /** Whether a post, a person or a message that this viewer may know of shows it, or a case that they judge keeps it. */
  shown: boolean
  /** Whether it belongs to what the team has taken out of sight of everybody, or is kept for the team alone. */
  withheld: boolean
  /** Whether a community that this viewer may look into tells of itself with it. */
  told: boolean
}

/** Whether this viewer may fetch the picture; who may not is told that there is none. */
export const canSeeMedia = (actor: Actor | null, media: MediaAccess): boolean => {
  if ((media.class === 'public' && !media.withheld) || media.told) return true
  if (!actor || isHeldBack(actor)) return false
  return media.shown || (media.unused && media.userId === actor.userId)
}

/**
 * The id in a picture's address, which stands without its size, and in a shell with a signature behind it, which proves
 * nothing here; null when it is no such address.
 */
export const mediaIdOf = (uri: string): string | null => {
  const [path = ''] = uri.split('?', 1)
  const id = path.startsWith('/media/') ? path.slice('/media/'.length) : ''
  return isId(id) ? id.toLowerCase() : null
}
