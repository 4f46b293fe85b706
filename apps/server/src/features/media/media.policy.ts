// A picture of class `community` is visible where something shows it, `conversation` to members, `public` to all.
import type { MediaClass } from '@parvis/contract/media.ts'
import { type Actor, hasPendingSetup } from '#server/kernel/actor.ts'
import { isId } from '#server/kernel/ids.ts'

export interface MediaAccess {
  class: MediaClass
  userId: string | null
  unused: boolean
  /** A post, person or message visible to the viewer shows the picture, or they decide a case with it as evidence. */
  visible: boolean
  /** The picture belongs to content that the team has hidden, or is retained for the team alone. */
  withheld: boolean
  /** A community that the viewer may see inside uses the picture to present itself. */
  showcased: boolean
}

export const canSeeMedia = (actor: Actor | null, media: MediaAccess): boolean => {
  if ((media.class === 'public' && !media.withheld) || media.showcased) return true
  if (!actor || hasPendingSetup(actor)) return false
  return media.visible || (media.unused && media.userId === actor.userId)
}

/** The id in the URL of a picture without its size, else null. Ignores the signature in URLs for native apps. */
export const mediaIdOf = (uri: string): string | null => {
  const [path = ''] = uri.split('?', 1)
  const id = path.startsWith('/media/') ? path.slice('/media/'.length) : ''
  return isId(id) ? id.toLowerCase() : null
}
