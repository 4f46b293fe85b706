// A good deal is public once an administrator has approved it; until then its owner and who runs its community see it.
import type { Deal } from '@parvis/contract/deals.ts'
import { isMember } from '@parvis/contract/roles.ts'
import { type Actor, moderates } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

/** What the rules need to know of a deal: its row has it. */
export interface DealFacts {
  user_id: string
  community_id: string
  /** Of the community that it was written in. */
  organization_id: string | null
  approved_at: Date | null
}

/** The community whose deals somebody reads in: their own, or one that anybody may look into. */
export interface DealsPlace {
  id: string
  gooddeal: boolean
}

/** Their own place, where nobody names another; a member comes in once the profile is saved. */
export const ownDealsPlace = (actor: Actor | null): DealsPlace => {
  if (!actor) return fail('nosession')
  if (actor.needUpdate) return fail('forbidden')
  return { id: actor.communityId, gooddeal: actor.community.gooddeal }
}

/** A community without good deals has none, whoever asks. */
export const mustHaveDeals = ({ gooddeal }: DealsPlace): void => {
  if (!gooddeal) fail('error404')
}

const isOwner = (actor: Actor, deal: DealFacts) => actor.userId === deal.user_id && isMember(actor.role)

const keepsDeal = (actor: Actor | null, deal: DealFacts) =>
  actor !== null &&
  (isOwner(actor, deal) || moderates(actor, { communityId: deal.community_id, organizationId: deal.organization_id }))

export const canSeeDeal = (actor: Actor | null, deal: DealFacts): boolean =>
  deal.approved_at !== null || keepsDeal(actor, deal)

const canPublishFrom = (actor: Actor | null, deal: DealFacts) =>
  actor !== null && isMember(actor.role) && (actor.role !== 'advertiser' || isOwner(actor, deal))

export const dealAbilities = (actor: Actor | null, deal: DealFacts): Deal['abilities'] => {
  const keeps = keepsDeal(actor, deal)
  return { edit: keeps, remove: keeps, publish: canPublishFrom(actor, deal) }
}
