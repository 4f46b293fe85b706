// Public pictures are for everybody; those of a community for its members and those of its organisation.
import type { MediaClass } from '@parvis/contract/media.ts'
import type { Actor } from '#server/kernel/actor.ts'

export interface MediaAccess {
  class: MediaClass
  communityId: string | null
  organizationId: string | null
}

/** Whether this viewer may fetch the picture; who may not is told that there is none. */
export const canSeeMedia = (actor: Actor | null, media: MediaAccess): boolean => {
  if (media.class === 'public') return true
  if (!actor || actor.needUpdate || media.class === 'conversation') return false
  return media.communityId === actor.communityId || (media.organizationId !== null && media.organizationId === actor.organizationId)
}
