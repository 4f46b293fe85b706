// Everybody may see the front of a community; who may come in depends on its kind and on whether it is private.
import type { Community, CommunityType } from '@parvis/contract/community.ts'

/** Only an open neighbourhood lets people register by themselves, or look around as guests. */
export const communityAbilities = (community: { community_type: CommunityType; is_private: boolean }): Community['abilities'] => {
  const open = community.community_type === 'Neighborhood' && !community.is_private
  return { register: open, enterAsGuest: open }
}
