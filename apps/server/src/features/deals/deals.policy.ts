// A deal is public while it is approved and between its first and last day; otherwise only those who manage it see it:
// its author and the administrators of its community. An advertiser's first deal needs approval by an administrator;
// the team's deals do not.
import type { Deal, DealState } from '@parvis/contract/deals.ts'
import { isAdminLike, isMember, isStaff, canOfferDeals } from '@parvis/contract/roles.ts'
import { type Actor, hasPendingSetup, canModerate } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

export interface DealOwnership {
  user_id: string
  community_id: string
  /** The organisation of the community in which the deal was created, and whether that community has deals enabled. */
  organization_id: string | null
  gooddeal: boolean
}

export interface DealFacts extends DealOwnership {
  approved_at: Date | null
  refused_at: Date | null
  hidden_at: Date | null
  starts_at: Date | null
  ends_at: Date | null
  nearby: boolean
  is_private: boolean
}

/** A deal that is over no longer needs approval; a refused deal becomes pending again when it is changed. */
export const dealState = (deal: Pick<DealFacts, `${string}_at` & keyof DealFacts>, now: Date): DealState => {
  if (deal.hidden_at) return 'hidden'
  if (deal.refused_at) return 'refused'
  if (deal.ends_at && deal.ends_at <= now) return 'ended'
  if (!deal.approved_at) return 'waiting'
  return deal.starts_at && deal.starts_at > now ? 'scheduled' : 'shown'
}

/** The community whose deals are read: the viewer’s own, or a public one. */
export interface DealsCommunity {
  id: string
  gooddeal: boolean
}

/** Returns the viewer’s own community; throws for members whose profile is not complete. */
export const ownDealsCommunity = (actor: Actor | null): DealsCommunity => {
  if (!actor) return fail('nosession')
  if (hasPendingSetup(actor)) return fail('forbidden')
  return { id: actor.communityId, gooddeal: actor.community.gooddeal }
}

/** Throws `error404` where the community has deals disabled. */
export const assertDealsEnabled = ({ gooddeal }: DealsCommunity): void => {
  if (!gooddeal) fail('error404')
}

const isOwner = (actor: Actor, deal: DealOwnership) => actor.userId === deal.user_id && isMember(actor.role)

const areDealsEnabled = (actor: Actor, deal: DealOwnership) => actor.community.gooddeal && deal.gooddeal

export const canManageDeal = (actor: Actor | null, deal: DealOwnership): boolean =>
  actor !== null &&
  areDealsEnabled(actor, deal) &&
  (isOwner(actor, deal) || canModerate(actor, { communityId: deal.community_id, organizationId: deal.organization_id }))

export const isVisible = (deal: DealFacts, now: Date): boolean => deal.gooddeal && dealState(deal, now) === 'shown'

/** A deal of a private community that is not shared nearby is for its members only; any other is public. */
const isInAudience = (actor: Actor | null, deal: DealFacts) =>
  deal.nearby || !deal.is_private || actor?.communityId === deal.community_id

export const canSeeDeal = (actor: Actor | null, deal: DealFacts, now: Date): boolean =>
  (isVisible(deal, now) && isInAudience(actor, deal)) || canManageDeal(actor, deal)

export const canWriteDeals = (actor: Actor): boolean =>
  canOfferDeals(actor.role) && actor.community.gooddeal && !actor.isReadOnly

/** Deals of the team need no approval; those of an advertiser need it until one was approved. */
export const needsApproval = ({ role }: Pick<Actor, 'role'>, hasApprovedDeal: boolean): boolean =>
  !isStaff(role) && !hasApprovedDeal

const canPublishFromDeal = (actor: Actor | null, deal: DealFacts) =>
  actor !== null &&
  isMember(actor.role) &&
  actor.community.gooddeal &&
  !actor.isReadOnly &&
  (actor.role !== 'advertiser' || isOwner(actor, deal))

const canFlag = (actor: Actor, deal: DealFacts) =>
  isMember(actor.role) && actor.community.gooddeal && !actor.isReadOnly && actor.userId !== deal.user_id

export const dealAbilities = (actor: Actor | null, deal: DealFacts, now: Date): Deal['abilities'] => {
  const canManage = actor !== null && canWriteDeals(actor) && canManageDeal(actor, deal)
  // A deal that moderators have hidden cannot be edited.
  const edit = canManage && !deal.hidden_at
  const isHome = actor?.communityId === deal.community_id && canSeeDeal(actor, deal, now)
  const place = { communityId: deal.community_id, organizationId: deal.organization_id }
  return {
    edit,
    // Only its author may remove a deal that moderators have hidden.
    remove: canManage && (!deal.hidden_at || isOwner(actor, deal)),
    publish: isVisible(deal, now) && isInAudience(actor, deal) && canPublishFromDeal(actor, deal),
    approve: edit && canModerate(actor, place) && dealState(deal, now) === 'waiting',
    drawMap: (edit || isHome) && actor !== null && canWriteDeals(actor) && isStaff(actor.role),
    flag: actor !== null && canFlag(actor, deal) && isVisible(deal, now),
  }
}

/** Viewers to whom every deal is presented alike, so that they can share one cached list. */
export interface DealAudience {
  name: string
  /** False for the audience of a single viewer, who sees more of their own deals. */
  isShared: boolean
}

export const dealAudience = (actor: Actor | null): DealAudience => {
  if (actor && canOfferDeals(actor.role)) return { name: actor.userId, isShared: false }
  const canPublish = actor && isMember(actor.role) && actor.community.gooddeal && !actor.isReadOnly
  return { name: canPublish ? 'publishers' : 'readers', isShared: true }
}

/** Whether the user manages all deals created in their community, or only their own. */
export const canManageAllDeals = (actor: Actor): boolean => isAdminLike(actor.role)
