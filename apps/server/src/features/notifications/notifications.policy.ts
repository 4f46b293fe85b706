// A member is notified of posts on channels they can read, as long as they can read them.
import type { CommunityType } from '@parvis/contract/community.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import { isAdminLike } from '@parvis/contract/roles.ts'
import type { Actor, CommunityRef } from '#server/kernel/actor.ts'

/** The facts about a template or category that the rules need. `madeIn` is null for the catalogue. */
export interface AlertSubject {
  madeIn: CommunityRef | null
  acceptsAlerts: boolean
  /** The types of community that publish posts from the template; null for all. */
  communityTypes: readonly CommunityType[] | null
}

/** Whether posts of this subject can appear where the actor reads, regardless of who may use the template. */
export const canReadPostsOf = (actor: Actor, { madeIn, communityTypes }: AlertSubject): boolean =>
  // posts of other types of community are visible within one organisation only
  (madeIn === null &&
    (communityTypes === null || communityTypes.includes(actor.community.type) || actor.organizationId !== null)) ||
  madeIn?.communityId === actor.communityId ||
  (madeIn !== null && madeIn.organizationId !== null && madeIn.organizationId === actor.organizationId)

export const canSubscribeTo = (actor: Actor, subject: AlertSubject): boolean =>
  subject.acceptsAlerts && canReadPostsOf(actor, subject)

export interface EventAudience {
  channelIds: readonly string[]
  userId: string
}

export const canReadEvent = (actor: Actor, { channelIds, userId }: EventAudience): boolean =>
  !actor.hiddenUserIds.includes(userId) &&
  (actor.userId === userId || channelIds.some(id => actor.channelIds.includes(id)))

/** Pending approvals are for staff; decided ones for the person they are about. */
export const canSeeApproval = (actor: Actor, { approval }: Pick<Notification, 'approval'>): boolean =>
  approval?.state !== 'waiting' || isAdminLike(actor.role)
