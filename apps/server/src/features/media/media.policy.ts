// A `community` picture is visible to whoever may see content that shows it. A `conversation` picture is visible to the
// members of its conversation, a `public` one to everybody.
import type { MediaClass } from '@parvis/contract/media.ts'
import { type Actor, hasPendingSetup } from '#server/kernel/actor.ts'
import { isId } from '#server/kernel/ids.ts'

export interface MediaAccess {
  class: MediaClass
  userId: string | null
  unused: boolean
  /** Whether the viewer may see content with the picture, or decides a moderation case that has it as evidence. */
  visible: boolean
  /** Whether the picture is public, but the team has hidden its content or nothing uses the picture any more. */
  withheld: boolean
  /** Whether the picture is the plan or the map of a community whose information the viewer may see. */
  showcased: boolean
}

export const canSeeMedia = (actor: Actor | null, media: MediaAccess): boolean => {
  if ((media.class === 'public' && !media.withheld) || media.showcased) return true
  if (!actor || hasPendingSetup(actor)) return false
  return media.visible || (media.unused && media.userId === actor.userId)
}

/** Returns the id in a picture URL without a size; null for any other URL. Ignores the signature for native apps. */
export const mediaIdOf = (uri: string): string | null => {
  const [path = ''] = uri.split('?', 1)
  const id = path.startsWith('/media/') ? path.slice('/media/'.length) : ''
  return isId(id) ? id.toLowerCase() : null
}
