// Everyone may see the public page of a community; entering depends on its type and on whether it is private.
import type { ChannelType, Community, CommunityType } from '@parvis/contract/community.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { type Actor, canModerate, canPost } from '#server/kernel/actor.ts'

export const communityAbilities = (community: {
  community_type: CommunityType
  is_private: boolean
}): Pick<Community['abilities'], 'register' | 'enterAsGuest'> => {
  const isOpen = community.community_type === 'Neighborhood' && !community.is_private
  return { register: isOpen, enterAsGuest: isOpen }
}

interface CommunityAccess {
  id: string
  is_private: boolean
  organization_id: string | null
}

export const canSeeInsideCommunity = (
  { id, is_private, organization_id }: CommunityAccess,
  actor: Actor | null,
): boolean =>
  !is_private ||
  actor?.communityId === id ||
  (actor !== null && canModerate(actor, { communityId: id, organizationId: organization_id }))

/** Members post to the community; the team of an organization may also post to all of its communities. */
const postChannelTypes = (actor: Actor): ChannelType[] => {
  if (!canPost(actor)) return []
  return isStaff(actor.role) ? ['NeighborhoodEventChannel', 'OrganizationEventChannel'] : ['NeighborhoodEventChannel']
}

/** Channels of the actor’s community that the actor may post on, the default first. */
export const usableChannels = (actor: Actor): Actor['channels'] =>
  postChannelTypes(actor).flatMap(type => actor.channels.filter(({ channelType }) => channelType === type))
