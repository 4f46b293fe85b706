// Guests read, members read and write; a feature that a community has switched off is available to nobody.
import { dayAt } from '@parvis/contract/past-event.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { canLeave } from '@parvis/contract/leaving.ts'
import { isAdminLike, isMember, isStaff, canOfferDeals, type Role } from '@parvis/contract/roles.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Settings } from '#server/kernel/settings.ts'
import { canPost } from '../community/community.service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Maximum idle time and total lifetime of a session; shorter for staff, who have more rights. */
export const sessionLifetimeMs = (role: Role) =>
  isStaff(role) ? { idle: 12 * HOUR_MS, total: 7 * DAY_MS } : { idle: 30 * DAY_MS, total: 90 * DAY_MS }

/** `Max-Age` of the session cookie in seconds: the remaining lifetime of the session. */
export const cookieMaxAgeS = (role: Role, since: Date, now: Date): number =>
  Math.max(0, Math.ceil((since.getTime() + sessionLifetimeMs(role).total - now.getTime()) / 1000))

export type FactorSettings = Pick<Settings, 'production' | 'publicUrl' | 'demo'>

/** Administrators and webmasters must have a factor in production. The demo, whose password is public, is exempt. */
export const isFactorRequired = ({ production, publicUrl, demo }: FactorSettings, role: Role): boolean =>
  (production || publicUrl !== null) && !demo && isAdminLike(role)

/** Staff may use a second factor; a former staff member may still use an existing one. */
export const canUseFactor = ({ role, hasSecondFactor }: Pick<Actor, 'role' | 'hasSecondFactor'>): boolean =>
  isStaff(role) || hasSecondFactor

export const assertCanUseFactor = (actor: Actor): void => {
  if (!canUseFactor(actor)) fail('forbidden')
}

export interface MembershipStatus {
  /** Null until the team approves the member. */
  enabled_at: Date | null
  disabled_at: Date | null
  /** True until the profile is saved, which a newcomer does before the approval. */
  first_login: boolean
  gone_at: Date | null
}

/** For how many days after the end of a stay its member may still read. */
export const READ_ONLY_DAYS = 30

/** Whether the stay of a member ended more than `days` days ago, in the time zone of the community. */
export const isStayOver = (
  { member_until }: { member_until: string | null },
  timezone: string,
  now: Date,
  days = 0,
): boolean => member_until !== null && member_until < addDays(dayAt(now.getTime(), timezone), -days)

export const isSuspended = ({ suspended_until }: { suspended_until: Date | null }, now: Date): boolean =>
  suspended_until !== null && suspended_until > now

export const isAdmitted = ({ enabled_at, disabled_at, first_login }: Omit<MembershipStatus, 'gone_at'>): boolean =>
  disabled_at === null && (enabled_at !== null || first_login)

export interface MembershipRow extends MembershipStatus {
  member_until: string | null
  timezone: string
}

/**
 * Why a user may not log in, or null: `unauthorized` without a user in this community, after a departure, or if the
 * stay ended too long ago; `popup4` if disabled or not approved.
 */
export const refusalOf = (user: MembershipRow | undefined, now: Date): 'unauthorized' | 'popup4' | null => {
  if (!user || user.gone_at || isStayOver(user, user.timezone, now, READ_ONLY_DAYS)) return 'unauthorized'
  return isAdmitted(user) ? null : 'popup4'
}

export const assertAdmitted = <T extends MembershipRow>(user: T | undefined, now: Date): T => {
  const refusal = refusalOf(user, now)
  return refusal ? fail(refusal) : user!
}

/**
 * Whether a user may log in; an open session ends when this becomes false. Guests and members invited by letter have no
 * e-mail to confirm.
 */
export const canLogIn = (
  user: MembershipStatus & { email: string | null; confirmed_at: Date | null; member_until: string | null },
  timezone: string,
  now: Date,
): boolean =>
  isAdmitted(user) &&
  user.gone_at === null &&
  (user.email === null || user.confirmed_at !== null) &&
  !isStayOver(user, timezone, now, READ_ONLY_DAYS)

export const isSessionAlive = (
  session: { role: Role; createdAt: Date; seenAt: Date; canLogIn: boolean },
  now: Date,
): boolean => {
  const { idle, total } = sessionLifetimeMs(session.role)
  return (
    session.canLogIn &&
    now.getTime() - session.seenAt.getTime() < idle &&
    now.getTime() - session.createdAt.getTime() < total
  )
}

export const sessionAbilities = (actor: Actor): SessionUser['abilities'] => {
  const canWrite = isMember(actor.role) && !actor.isReadOnly
  return {
    // An advertiser publishes deals if they are enabled, and posts if the community allows it.
    publish: canWrite && (canPost(actor) || actor.role !== 'advertiser' || actor.community.gooddeal),
    post: canWrite && canPost(actor),
    publishActivity: canWrite && actor.role !== 'advertiser',
    publishTemplate: canWrite && isStaff(actor.role),
    createTemplate: canWrite && isStaff(actor.role),
    chat: canWrite,
    // Members may read old messages after a stay and during a suspension.
    readChats: isMember(actor.role),
    // Advertisers may reply, but not start conversations.
    writeToNeighbors: isMember(actor.role) && actor.role !== 'advertiser' && !actor.isReadOnly,
    answer: canWrite,
    flag: canWrite,
    openProfiles: canWrite,
    // Members may edit their profile even after the end of a stay.
    editProfile: isMember(actor.role),
    leave: canLeave(actor.role),
    deleteAccount: canLeave(actor.role),
    // A suspended member is notified of the decision about the suspension.
    beTold: canWrite || (isMember(actor.role) && Boolean(actor.suspendedUntil)),
    useSecondFactor: canUseFactor(actor),
    printPoster: isStaff(actor.role),
    runCommunity: isAdminLike(actor.role),
    runInstallation: actor.role === 'webmaster',
    seeDeals: actor.community.gooddeal,
    writeDeals: canWrite && actor.community.gooddeal && canOfferDeals(actor.role),
    seeWeather: actor.community.weather,
  }
}
