// Everybody may see the front of a community; who may come in depends on its kind and on whether it is private.
import type { ChannelType, Community, CommunityType } from '@parvis/contract/community.ts'
import { isMember, isStaff } from '@parvis/contract/roles.ts'
import { type Actor, moderates } from '#server/kernel/actor.ts'

/** Only an open neighbourhood lets people register by themselves, or look around as guests. */
export const communityAbilities = (community: {
  community_type: CommunityType
  is_private: boolean
}): Pick<Community['abilities'], 'register' | 'enterAsGuest'> => {
  const open = community.community_type === 'Neighborhood' && !community.is_private
  return { register: open, enterAsGuest: open }
}

interface Door {
  id: string
  is_private: boolean
  organization_id: string | null
}

/** What stands behind the door of a private community is for who is in it, and for who keeps it in order. */
export const seesInside = ({ id, is_private, organization_id }: Door, actor: Actor | null): boolean =>
  !is_private ||
  actor?.communityId === id ||
  (actor !== null && moderates(actor, { communityId: id, organizationId: organization_id }))

/** Members post where the community takes posts; the team always may. */
export const canPost = (actor: Actor): boolean =>
  isMember(actor.role) && (actor.community.acceptPosts || isStaff(actor.role))

/** Posts go to the community; the team of an organisation may speak to all of its communities. */
const postChannelTypes = (actor: Actor): ChannelType[] => {
  if (!canPost(actor)) return []
  return isStaff(actor.role) ? ['NeighborhoodEventChannel', 'OrganizationEventChannel'] : ['NeighborhoodEventChannel']
}

/** The channels of their community that this member may put a post on, the usual one first. */
export const usableChannels = (actor: Actor): Actor['channels'] =>
  postChannelTypes(actor).flatMap(type => actor.channels.filter(({ channelType }) => channelType === type))
