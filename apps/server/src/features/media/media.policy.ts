// A community’s picture is visible where something shows it, a conversation’s to its members, a public one to all.
import type { MediaClass } from '@parvis/contract/media.ts'
import { type Actor, hasPendingSetup } from '#server/kernel/actor.ts'
import { isId } from '#server/kernel/ids.ts'

export interface MediaAccess {
  class: MediaClass
  userId: string | null
  unused: boolean
  /** A post, a person or a message that the viewer may see shows it, or it is evidence in a case that they decide. */
  visible: boolean
  /** It belongs to content that the team has hidden, or is retained for the team alone. */
  withheld: boolean
  /** A community that the viewer may look into presents itself with it. */
  showcased: boolean
}

export const canSeeMedia = (actor: Actor | null, media: MediaAccess): boolean => {
  if ((media.class === 'public' && !media.withheld) || media.showcased) return true
  if (!actor || hasPendingSetup(actor)) return false
  return media.visible || (media.unused && media.userId === actor.userId)
}

/** The id in a picture’s address without size, else null. Ignores the signature in addresses for native apps. */
export const mediaIdOf = (uri: string): string | null => {
  const [path = ''] = uri.split('?', 1)
  const id = path.startsWith('/media/') ? path.slice('/media/'.length) : ''
  return isId(id) ? id.toLowerCase() : null
}
