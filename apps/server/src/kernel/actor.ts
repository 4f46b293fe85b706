import type { ChannelType, CommunityType } from '@parvis/contract/community.ts'
import { isAdminLike, isMember, isStaff, type Role } from '@parvis/contract/roles.ts'
import type { Strategy } from '@parvis/contract/session.ts'
import type { ActorChange } from './bus.ts'

export type LoadSession = (token: string | undefined) => Promise<Actor | null>

export type LoadSessionById = (sessionId: string) => Promise<Actor | null>

export interface Actor {
  sessionId: string
  accountId: string
  userId: string
  communityId: string
  organizationId: string | null
  role: Role
  gender: 'M' | 'F' | null
  strategy: Strategy
  /** A session of one of our native apps: the token is not in a cookie, and private pictures have signed URLs. */
  isShellSession: boolean
  needUpdate: boolean
  hasSecondFactor: boolean
  /** The role requires a second factor and none is set up: this actor can do nothing but set it up. */
  needFactor: boolean
  mustSetPassword: boolean
  isReadOnly: boolean
  suspendedUntil: Date | null
  isMinor: boolean
  loggedInAt: Date
  accountOwnershipProvedAt: Date | null
  channels: readonly { id: string; channelType: ChannelType }[]
  channelIds: readonly string[]
  ownChannelIds: readonly string[]
  /** Users whom this actor does not see: blocked in either direction, departed, or, for a guest, minors. */
  hiddenUserIds: readonly string[]
  /** Users blocked in either direction. Departed users are not among them: their messages remain visible. */
  blockedIds: readonly string[]
  profile: {
    pseudo: string
    firstname: string | null
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
    timezone: string
  }
}

export const hasPendingSetup = ({ needUpdate, needFactor }: Pick<Actor, 'needUpdate' | 'needFactor'>): boolean =>
  needUpdate || needFactor

export const isAffectedByChange = (actor: Actor, { userIds, accountIds, communityIds }: ActorChange): boolean =>
  Boolean(
    userIds?.includes(actor.userId) ||
    accountIds?.includes(actor.accountId) ||
    communityIds?.includes(actor.communityId),
  )

export const canSeeMinors = (actor: Pick<Actor, 'isMinor' | 'role'>): boolean => actor.isMinor || isStaff(actor.role)

/** Staff and their posts stay visible to everybody: they neither block nor can be blocked. */
export const canBlock = (actor: Pick<Actor, 'userId' | 'role'>, other: { userId: string; role: Role }): boolean =>
  (actor.role === 'neighbor' || actor.role === 'advertiser') &&
  other.role === 'neighbor' &&
  actor.userId !== other.userId

/** Nobody, staff included, can start a conversation with staff unless the community has a subscription. */
export const canStartConversationWith = ({ community }: Pick<Actor, 'community'>, role: Role): boolean =>
  !isStaff(role) || community.subscribe

/** Applies a new block at once, so that live events respect it before the actor is reloaded. */
export const withHiddenUser = (actor: Actor, { hiddenFromEachOther }: ActorChange): Actor => {
  const other = hiddenFromEachOther?.includes(actor.userId)
    ? hiddenFromEachOther.find(id => id !== actor.userId)
    : undefined
  return other === undefined || actor.blockedIds.includes(other)
    ? actor
    : { ...actor, hiddenUserIds: [...actor.hiddenUserIds, other], blockedIds: [...actor.blockedIds, other] }
}

export interface CommunityRef {
  communityId: string
  organizationId: string | null
}

export const isStaffOf = (actor: Pick<Actor, 'role' | keyof CommunityRef>, community: CommunityRef): boolean =>
  actor.role === 'webmaster' ||
  (isStaff(actor.role) &&
    (actor.communityId === community.communityId ||
      (community.organizationId !== null && community.organizationId === actor.organizationId)))

export const canModerate = (actor: Pick<Actor, 'role' | keyof CommunityRef>, community: CommunityRef): boolean =>
  isAdminLike(actor.role) && isStaffOf(actor, community)

/** Whether the community lets the actor publish posts. */
export const canPost = (actor: Actor): boolean =>
  isMember(actor.role) && (actor.community.acceptPosts || isStaff(actor.role))

/** What a post needs of its author, who may also be a member in whose name the server publishes. */
export type PostAuthor = Pick<
  Actor,
  'communityId' | 'organizationId' | 'userId' | 'accountId' | 'role' | 'gender' | 'profile'
> & { community: Pick<Actor['community'], 'timezone'> }
