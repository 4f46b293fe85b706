// A deal is public while it is approved and between its first and last day; otherwise only those who manage it see it:
// its author and the administrators of its community. An advertiser's first deal needs approval by an administrator;
// the team's deals do not.
import type { Deal, DealState } from '@parvis/contract/deals.ts'
import { isAdminLike, isMember, isStaff, offersDeals } from '@parvis/contract/roles.ts'
import { type Actor, isHeldBack, moderates } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

export interface DealHome {
  user_id: string
  community_id: string
  /** Of the community in which it was created, and whether that has deals enabled. */
  organization_id: string | null
  gooddeal: boolean
}

export interface DealFacts extends DealHome {
  approved_at: Date | null
  refused_at: Date | null
  /** Since when moderators have hidden it. */
  hidden_at: Date | null
  starts_at: Date | null
  ends_at: Date | null
  nearby: boolean
  is_private: boolean
}

/** A deal that is over needs no approval any more; a refused one is pending again once it is changed. */
export const dealState = (deal: Pick<DealFacts, `${string}_at` & keyof DealFacts>, now: Date): DealState => {
  if (deal.hidden_at) return 'hidden'
  if (deal.refused_at) return 'refused'
  if (deal.ends_at && deal.ends_at <= now) return 'ended'
  if (!deal.approved_at) return 'waiting'
  return deal.starts_at && deal.starts_at > now ? 'scheduled' : 'shown'
}

/** The community whose deals are read: the viewer's own, or one that is open to anybody. */
export interface DealsPlace {
  id: string
  gooddeal: boolean
}

/** The viewer's own community; members only once their profile is complete. */
export const ownDealsPlace = (actor: Actor | null): DealsPlace => {
  if (!actor) return fail('nosession')
  if (isHeldBack(actor)) return fail('forbidden')
  return { id: actor.communityId, gooddeal: actor.community.gooddeal }
}

/** Throws `error404` where the community has deals disabled. */
export const mustHaveDeals = ({ gooddeal }: DealsPlace): void => {
  if (!gooddeal) fail('error404')
}

const isOwner = (actor: Actor, deal: DealHome) => actor.userId === deal.user_id && isMember(actor.role)

/** Deals disabled in the viewer's or the deal's community are visible to nobody. */
const isOffered = (actor: Actor, deal: DealHome) => actor.community.gooddeal && deal.gooddeal

export const keepsDeal = (actor: Actor | null, deal: DealHome): boolean =>
  actor !== null &&
  isOffered(actor, deal) &&
  (isOwner(actor, deal) || moderates(actor, { communityId: deal.community_id, organizationId: deal.organization_id }))

export const isShown = (deal: DealFacts, now: Date): boolean => deal.gooddeal && dealState(deal, now) === 'shown'

/** A deal that a private community does not share nearby is for its own members; any other is for anybody. */
const isMeantFor = (actor: Actor | null, deal: DealFacts) =>
  deal.nearby || !deal.is_private || actor?.communityId === deal.community_id

export const canSeeDeal = (actor: Actor | null, deal: DealFacts, now: Date): boolean =>
  (isShown(deal, now) && isMeantFor(actor, deal)) || keepsDeal(actor, deal)

export const canWriteDeals = (actor: Actor): boolean =>
  offersDeals(actor.role) && actor.community.gooddeal && !actor.readsOnly

/** Deals of the team are visible at once; an advertiser's once one of theirs was approved. */
export const needsApproval = ({ role }: Pick<Actor, 'role'>, wasApproved: boolean): boolean =>
  !isStaff(role) && !wasApproved

const canPublishFrom = (actor: Actor | null, deal: DealFacts) =>
  actor !== null &&
  isMember(actor.role) &&
  actor.community.gooddeal &&
  !actor.readsOnly &&
  (actor.role !== 'advertiser' || isOwner(actor, deal))

/** Members may report deals of others. */
const canFlag = (actor: Actor, deal: DealFacts) =>
  isMember(actor.role) && actor.community.gooddeal && !actor.readsOnly && actor.userId !== deal.user_id

export const dealAbilities = (actor: Actor | null, deal: DealFacts, now: Date): Deal['abilities'] => {
  const keeps = actor !== null && canWriteDeals(actor) && keepsDeal(actor, deal)
  // A deal under moderation stays as it is.
  const edit = keeps && !deal.hidden_at
  const isHome = actor?.communityId === deal.community_id && canSeeDeal(actor, deal, now)
  const place = { communityId: deal.community_id, organizationId: deal.organization_id }
  return {
    edit,
    // Only its author may remove a deal that moderators have hidden.
    remove: keeps && (!deal.hidden_at || isOwner(actor, deal)),
    publish: isShown(deal, now) && isMeantFor(actor, deal) && canPublishFrom(actor, deal),
    approve: edit && moderates(actor, place) && dealState(deal, now) === 'waiting',
    drawMap: (edit || isHome) && actor !== null && canWriteDeals(actor) && isStaff(actor.role),
    flag: actor !== null && canFlag(actor, deal) && isShown(deal, now),
  }
}

/** Viewers who are presented every deal alike, so that they can share one cached list. */
export interface DealReaders {
  name: string
  /** False for a single person, who sees more of their own deals. */
  areMany: boolean
}

export const dealReaders = (actor: Actor | null): DealReaders => {
  if (actor && offersDeals(actor.role)) return { name: actor.userId, areMany: false }
  const mayPublish = actor && isMember(actor.role) && actor.community.gooddeal && !actor.readsOnly
  return { name: mayPublish ? 'publishers' : 'readers', areMany: true }
}

/** Whether the user manages all deals created in their community, or only their own. */
export const runsDeals = (actor: Actor): boolean => isAdminLike(actor.role)
