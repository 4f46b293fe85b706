// A member is notified of a post on a channel they can read. The notification is shown while they can read the post.
import type { CommunityType } from '@parvis/contract/community.ts'
import type { Actor, CommunityRef } from '#server/kernel/actor.ts'

/**
 * A template or category to which members can subscribe. `originCommunity` is null for those in the shared catalogue.
 */
export interface AlertSubject {
  originCommunity: CommunityRef | null
  acceptsAlerts: boolean
  /** The types of community that publish posts from the template; null for all. */
  communityTypes: readonly CommunityType[] | null
}

/** Whether posts of this template or category can appear in the actor’s feed, whoever may publish them. */
export const canReadPostsOf = (actor: Actor, { originCommunity, communityTypes }: AlertSubject): boolean =>
  // posts from communities of other types are visible to the actor only within an organisation
  (originCommunity === null &&
    (communityTypes === null || communityTypes.includes(actor.community.type) || actor.organizationId !== null)) ||
  originCommunity?.communityId === actor.communityId ||
  (originCommunity !== null &&
    originCommunity.organizationId !== null &&
    originCommunity.organizationId === actor.organizationId)

export const canSubscribeTo = (actor: Actor, subject: AlertSubject): boolean =>
  subject.acceptsAlerts && canReadPostsOf(actor, subject)
