// Whoever belongs somewhere is told of what is posted where they read, as long as they read there.
import type { CommunityType } from '@parvis/contract/community.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import { isAdminLike } from '@parvis/contract/roles.ts'
import type { Actor, Place } from '#server/kernel/actor.ts'

/** What the rules need to know of a template or a category. Nobody's community made what the catalogue offers. */
export interface AlertSubject {
  madeIn: Place | null
  /** Its team lets others ask to be told of it. */
  acceptsAlerts: boolean
  /** The kinds of community that publish it; null for all. */
  communityTypes: readonly CommunityType[] | null
}

/**
 * What is made at home, in the organisation, or for everybody may be posted where this actor reads, whoever is offered
 * it.
 */
export const mayReadPostsOf = (actor: Actor, { madeIn, communityTypes }: AlertSubject): boolean =>
  // of other kinds of community only those of one's organisation are heard
  (madeIn === null &&
    (communityTypes === null || communityTypes.includes(actor.community.type) || actor.organizationId !== null)) ||
  madeIn?.communityId === actor.communityId ||
  (madeIn !== null && madeIn.organizationId !== null && madeIn.organizationId === actor.organizationId)

export const mayAskToHearOf = (actor: Actor, subject: AlertSubject): boolean =>
  subject.acceptsAlerts && mayReadPostsOf(actor, subject)

/** Where an event stands, as far as it decides who may be told of it. */
export interface ToldEvent {
  channelIds: readonly string[]
  userId: string
}

export const readsEvent = (actor: Actor, { channelIds, userId }: ToldEvent): boolean =>
  !actor.silencedIds.includes(userId) &&
  (actor.userId === userId || channelIds.some(id => actor.channelIds.includes(id)))

/** Who and what waits is for those who decide; what was decided for whom it was about. */
export const seesApproval = (actor: Actor, { approval }: Pick<Notification, 'approval'>): boolean =>
  approval?.state !== 'waiting' || isAdminLike(actor.role)
