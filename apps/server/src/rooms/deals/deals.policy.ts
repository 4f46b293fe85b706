// A good deal is public once an administrator has approved it; until then its owner and who runs its community see it.
import type { Deal } from '@parvis/contract/deals.ts'
import { isAdminLike } from '@parvis/contract/roles.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

/** What the rules need to know of a deal: its row has it. */
export interface DealStanding {
  user_id: string
  community_id: string
  approved_at: Date | null
}

/** The deals of a community are there for all who are in it, unless the community has no good deals. */
export const mustHaveDeals = (actor: Actor): void => {
  if (!actor.community.gooddeal) fail('error404')
}

const isOwner = (actor: Actor, deal: DealStanding) => actor.userId === deal.user_id && actor.role !== 'guest'

const runsTheCommunity = (actor: Actor, deal: DealStanding) =>
  actor.role === 'webmaster' || (isAdminLike(actor.role) && actor.communityId === deal.community_id)

const keepsDeal = (actor: Actor | null, deal: DealStanding) =>
  actor !== null && (isOwner(actor, deal) || runsTheCommunity(actor, deal))

export const canSeeDeal = (actor: Actor | null, deal: DealStanding): boolean =>
  deal.approved_at !== null || keepsDeal(actor, deal)

const canPublishFrom = (actor: Actor | null, deal: DealStanding) =>
  actor !== null && actor.role !== 'guest' && (actor.role !== 'advertiser' || isOwner(actor, deal))

export const dealAbilities = (actor: Actor | null, deal: DealStanding): Deal['abilities'] => {
  const keeps = keepsDeal(actor, deal)
  return { edit: keeps, remove: keeps, publish: canPublishFrom(actor, deal) }
}
