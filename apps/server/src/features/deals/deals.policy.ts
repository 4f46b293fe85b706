// A good deal is public while it is shown: approved, and between its first and its last day. Otherwise who keeps it
// sees it: its author and who runs its community. An advertiser's first waits for an administrator's yes; the team's do
// not.
import type { Deal, DealState } from '@parvis/contract/deals.ts'
import { isAdminLike, isMember, isStaff, offersDeals } from '@parvis/contract/roles.ts'
import { type Actor, isHeldBack, moderates } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

/** What says whose a deal is: its row has it. */
export interface DealHome {
  user_id: string
  community_id: string
  /** Of the community that it was written in, and whether that has good deals. */
  organization_id: string | null
  gooddeal: boolean
}

/** What the rules need to know of a deal. */
export interface DealFacts extends DealHome {
  approved_at: Date | null
  refused_at: Date | null
  /** Since when the team keeps it out of sight. */
  hidden_at: Date | null
  starts_at: Date | null
  ends_at: Date | null
  /** Shown to the communities around too. */
  nearby: boolean
  /** The community that it was written in is private. */
  is_private: boolean
}

/** What is over needs no yes any more; what was refused waits again once it is changed. */
export const dealState = (deal: Pick<DealFacts, `${string}_at` & keyof DealFacts>, now: Date): DealState => {
  if (deal.hidden_at) return 'hidden'
  if (deal.refused_at) return 'refused'
  if (deal.ends_at && deal.ends_at <= now) return 'ended'
  if (!deal.approved_at) return 'waiting'
  return deal.starts_at && deal.starts_at > now ? 'scheduled' : 'shown'
}

/** The community whose deals somebody reads in: their own, or one that anybody may look into. */
export interface DealsPlace {
  id: string
  gooddeal: boolean
}

/** Their own place, where nobody names another; a member comes in once the profile is saved. */
export const ownDealsPlace = (actor: Actor | null): DealsPlace => {
  if (!actor) return fail('nosession')
  if (isHeldBack(actor)) return fail('forbidden')
  return { id: actor.communityId, gooddeal: actor.community.gooddeal }
}

/** A community without good deals has none, whoever asks. */
export const mustHaveDeals = ({ gooddeal }: DealsPlace): void => {
  if (!gooddeal) fail('error404')
}

const isOwner = (actor: Actor, deal: DealHome) => actor.userId === deal.user_id && isMember(actor.role)

/** What a community has switched off is there for nobody, neither for its own nor elsewhere. */
const isOffered = (actor: Actor, deal: DealHome) => actor.community.gooddeal && deal.gooddeal

export const keepsDeal = (actor: Actor | null, deal: DealHome): boolean =>
  actor !== null &&
  isOffered(actor, deal) &&
  (isOwner(actor, deal) || moderates(actor, { communityId: deal.community_id, organizationId: deal.organization_id }))

/** Whether it is shown to whom it is meant for. */
export const isShown = (deal: DealFacts, now: Date): boolean => deal.gooddeal && dealState(deal, now) === 'shown'

/** What a private community keeps to itself is for its own people; every other deal is for anybody. */
const isMeantFor = (actor: Actor | null, deal: DealFacts) =>
  deal.nearby || !deal.is_private || actor?.communityId === deal.community_id

export const canSeeDeal = (actor: Actor | null, deal: DealFacts, now: Date): boolean =>
  (isShown(deal, now) && isMeantFor(actor, deal)) || keepsDeal(actor, deal)

export const canWriteDeals = (actor: Actor): boolean =>
  offersDeals(actor.role) && actor.community.gooddeal && !actor.readsOnly

/** The team's deals are shown at once; an advertiser's once one of theirs was. */
export const needsApproval = ({ role }: Pick<Actor, 'role'>, wasApproved: boolean): boolean =>
  !isStaff(role) && !wasApproved

const canPublishFrom = (actor: Actor | null, deal: DealFacts) =>
  actor !== null &&
  isMember(actor.role) &&
  actor.community.gooddeal &&
  !actor.readsOnly &&
  (actor.role !== 'advertiser' || isOwner(actor, deal))

/** Members report what others offer. */
const canFlag = (actor: Actor, deal: DealFacts) =>
  isMember(actor.role) && actor.community.gooddeal && !actor.readsOnly && actor.userId !== deal.user_id

export const dealAbilities = (actor: Actor | null, deal: DealFacts, now: Date): Deal['abilities'] => {
  const keeps = actor !== null && canWriteDeals(actor) && keepsDeal(actor, deal)
  // what the team judges stays as it is
  const edit = keeps && !deal.hidden_at
  const isHome = actor?.communityId === deal.community_id && canSeeDeal(actor, deal, now)
  const place = { communityId: deal.community_id, organizationId: deal.organization_id }
  return {
    edit,
    // of what the team has hidden only its author may dispose
    remove: keeps && (!deal.hidden_at || isOwner(actor, deal)),
    publish: isShown(deal, now) && isMeantFor(actor, deal) && canPublishFrom(actor, deal),
    approve: edit && moderates(actor, place) && dealState(deal, now) === 'waiting',
    drawMap: (edit || isHome) && actor !== null && canWriteDeals(actor) && isStaff(actor.role),
    flag: actor !== null && canFlag(actor, deal) && isShown(deal, now),
  }
}

/** Who are told the same of every deal. */
export interface DealReaders {
  name: string
  /** Not one person alone, who is told more of their own deals. */
  areMany: boolean
}

export const dealReaders = (actor: Actor | null): DealReaders => {
  if (actor && offersDeals(actor.role)) return { name: actor.userId, areMany: false }
  const mayPublish = actor && isMember(actor.role) && actor.community.gooddeal && !actor.readsOnly
  return { name: mayPublish ? 'publishers' : 'readers', areMany: true }
}

/** Whose deals are kept by this actor: all that were written in the community which they run, else their own. */
export const runsDeals = (actor: Actor): boolean => isAdminLike(actor.role)
