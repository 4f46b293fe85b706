import type { ChannelType, CommunityType } from '@parvis/contract/community.ts'
import { isAdminLike, isStaff, type Role } from '@parvis/contract/roles.ts'
import type { Strategy } from '@parvis/contract/session.ts'
import type { ActorChange } from './bus.ts'

/** Turns a session's token into its actor; null for none, unknown, expired or revoked. */
export type LoadSession = (token: string | undefined) => Promise<Actor | null>

/** The same by the session's id, for what is signed in its name. */
export type LoadSessionById = (sessionId: string) => Promise<Actor | null>

/** Who asks: the signed-in user with all that policies and lists need, loaded once per request. */
export interface Actor {
  sessionId: string
  accountId: string
  userId: string
  communityId: string
  organizationId: string | null
  role: Role
  gender: 'M' | 'F' | null
  strategy: Strategy
  /** The session is that of one of our apps: its token is no cookie, and private pictures come by signed addresses. */
  inShell: boolean
  /** Only the profile can be reached until it is saved. */
  needUpdate: boolean
  /** The account has a second factor, which was shown in this session. */
  hasFactor: boolean
  /** The installation asks a second factor of this role, and there is none: nothing but setting it up can be reached. */
  needFactor: boolean
  /** Came by a link to choose a new password. */
  passwordDue: boolean
  /** Their stay is over, or the team has suspended them: they read, and take part no more. */
  readsOnly: boolean
  /** Until when the team has suspended them; null where it has not, or no more. */
  suspendedUntil: Date | null
  /** Known to be younger than the installation's age of consent, today where their community is. */
  isMinor: boolean
  /** When this session was opened. */
  since: Date
  /** When its owner last proved in it to be the owner. */
  provedAt: Date | null
  /** Channels that the community subscribes to, in a fixed order. */
  channels: readonly { id: string; channelType: ChannelType }[]
  /** Their ids: what its feed is made of. */
  channelIds: readonly string[]
  /** Those of them that are the community's own, not its organisation's. */
  ownChannelIds: readonly string[]
  /**
   * Users of whom they see nothing: one of the two has blocked the other, or the other one has left, or is a minor, whom
   * guests are shown nowhere.
   */
  silencedIds: readonly string[]
  /** Those of them who see nothing of this actor either. What who has left has written to others stays there. */
  blockedIds: readonly string[]
  /** What others see of them. */
  profile: {
    pseudo: string
    firstname: string | null
    /** The first letter of the last name. */
    initial: string | null
    building: string | null
    photoId: string | null
    company: string | null
  }
  community: {
    type: CommunityType
    acceptPosts: boolean
    gooddeal: boolean
    weather: boolean
    subscribe: boolean
    templatesUpdatedAt: Date
    /** As IANA names it. */
    timezone: string
  }
}

/** Whether there is something to be done before anything of the community is shown: the profile, or a second factor. */
export const isHeldBack = ({ needUpdate, needFactor }: Pick<Actor, 'needUpdate' | 'needFactor'>): boolean =>
  needUpdate || needFactor

/** Whether this actor is among those whose rights may have become others. */
export const isConcerned = (actor: Actor, { userIds, accountIds, communityIds }: ActorChange): boolean =>
  Boolean(
    userIds?.includes(actor.userId) ||
    accountIds?.includes(actor.accountId) ||
    communityIds?.includes(actor.communityId),
  )

/** Whether this actor sees minors as anybody else: other minors do, and the team. */
export const seesMinors = (actor: Pick<Actor, 'isMinor' | 'role'>): boolean => actor.isMinor || isStaff(actor.role)

/**
 * Neighbours and companies block neighbours. The team answers for the place and blocks nobody; it and its posts stay
 * visible to everybody, and nobody blocks themselves.
 */
export const mayBlock = (actor: Pick<Actor, 'userId' | 'role'>, other: { userId: string; role: Role }): boolean =>
  (actor.role === 'neighbor' || actor.role === 'advertiser') &&
  other.role === 'neighbor' &&
  actor.userId !== other.userId

/** Nobody begins to write to the team where the community has not subscribed to that, the team neither. */
export const mayBeginWith = ({ community }: Pick<Actor, 'community'>, role: Role): boolean =>
  !isStaff(role) || community.subscribe

/**
 * The same actor, who from this change on sees nothing of the other one: what is told meanwhile waits for no reading of
 * the database.
 */
export const withSilence = (actor: Actor, { silenced }: ActorChange): Actor => {
  const other = silenced?.includes(actor.userId) ? silenced.find(id => id !== actor.userId) : undefined
  return other === undefined || actor.blockedIds.includes(other)
    ? actor
    : { ...actor, silencedIds: [...actor.silencedIds, other], blockedIds: [...actor.blockedIds, other] }
}

/** A community as the rules see it, with the organisation that it belongs to. */
export interface Place {
  communityId: string
  organizationId: string | null
}

/** The team of a community works for it and for the others of its organisation; a webmaster for every one. */
export const serves = (actor: Pick<Actor, 'role' | keyof Place>, place: Place): boolean =>
  actor.role === 'webmaster' ||
  (isStaff(actor.role) &&
    (actor.communityId === place.communityId ||
      (place.organizationId !== null && place.organizationId === actor.organizationId)))

/** Of the team of a place its administrators keep it in order, and webmasters. */
export const moderates = (actor: Pick<Actor, 'role' | keyof Place>, place: Place): boolean =>
  isAdminLike(actor.role) && serves(actor, place)
