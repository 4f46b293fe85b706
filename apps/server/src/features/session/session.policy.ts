// Guests read, members take part, and what a community has switched off is available to nobody.
import { dayAt } from '@parvis/contract/past-event.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { mayLeave } from '@parvis/contract/leaving.ts'
import { isAdminLike, isMember, isStaff, offersDeals, type Role } from '@parvis/contract/roles.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Settings } from '#server/kernel/settings.ts'
import { canPost } from '../community/community.service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * How long a session may be idle, and how long it lives at most: staff sessions are shorter because of their rights.
 */
export const sessionLifeMs = (role: Role) =>
  isStaff(role) ? { idle: 12 * HOUR_MS, total: 7 * DAY_MS } : { idle: 30 * DAY_MS, total: 90 * DAY_MS }

/** `Max-Age` of the session cookie in seconds: the rest of the session lifetime. */
export const cookieLifeS = (role: Role, since: Date, now: Date): number =>
  Math.max(0, Math.ceil((since.getTime() + sessionLifeMs(role).total - now.getTime()) / 1000))

/** The settings that tell a production installation from a development or demo one. */
export type FactorSettings = Pick<Settings, 'production' | 'publicUrl' | 'demo'>

/**
 * Whether a role must have a second factor: administrators and webmasters of an installation with real data. It cannot
 * be switched off; only the demo world, whose password is public, goes without.
 */
export const isFactorAsked = ({ production, publicUrl, demo }: FactorSettings, role: Role): boolean =>
  (production || publicUrl !== null) && !demo && isAdminLike(role)

/** Staff may have a second factor; a former staff member keeps theirs. */
export const mayUseFactor = ({ role, hasFactor }: Pick<Actor, 'role' | 'hasFactor'>): boolean =>
  isStaff(role) || hasFactor

export const mustUseFactor = (actor: Actor): void => {
  if (!mayUseFactor(actor)) fail('forbidden')
}

export interface Standing {
  /** Null until the team approves. */
  enabled_at: Date | null
  disabled_at: Date | null
  /** The profile was never saved, which a newcomer does before the approval. */
  first_login: boolean
  gone_at: Date | null
}

/** How many days after a stay its guest may still read. */
export const READS_ON_DAYS = 30

/** Whether the stay of a member ended more than `days` days ago, in the time zone of the community. */
export const isStayOver = (
  { member_until }: { member_until: string | null },
  timezone: string,
  now: Date,
  days = 0,
): boolean => member_until !== null && member_until < addDays(dayAt(now.getTime(), timezone), -days)

export const isSuspended = ({ suspended_until }: { suspended_until: Date | null }, now: Date): boolean =>
  suspended_until !== null && suspended_until > now

/** Whether the team has approved, and not disabled, this member. */
export const isLetIn = ({ enabled_at, disabled_at, first_login }: Omit<Standing, 'gone_at'>): boolean =>
  disabled_at === null && (enabled_at !== null || first_login)

export interface StandingThere extends Standing {
  member_until: string | null
  timezone: string
}

/**
 * Why an account may not log in to a community: `unauthorized` if it has no user there, has departed, or its stay is
 * over for good, `popup4` where the team keeps them out.
 */
export const refusalOf = (user: StandingThere | undefined, now: Date): 'unauthorized' | 'popup4' | null => {
  if (!user || user.gone_at || isStayOver(user, user.timezone, now, READS_ON_DAYS)) return 'unauthorized'
  return isLetIn(user) ? null : 'popup4'
}

export const mustBeLetIn = <T extends StandingThere>(user: T | undefined, now: Date): T => {
  const refusal = refusalOf(user, now)
  return refusal ? fail(refusal) : user!
}

/**
 * Sessions end where a log-in would be refused. An e-mail must be confirmed by a link; guests and members invited by
 * letter have none.
 */
export const mayEnter = (
  user: Standing & { email: string | null; confirmed_at: Date | null; member_until: string | null },
  timezone: string,
  now: Date,
): boolean =>
  isLetIn(user) &&
  user.gone_at === null &&
  (user.email === null || user.confirmed_at !== null) &&
  !isStayOver(user, timezone, now, READS_ON_DAYS)

export const isSessionAlive = (
  session: { role: Role; createdAt: Date; seenAt: Date; mayEnter: boolean },
  now: Date,
): boolean => {
  const { idle, total } = sessionLifeMs(session.role)
  return (
    session.mayEnter &&
    now.getTime() - session.seenAt.getTime() < idle &&
    now.getTime() - session.createdAt.getTime() < total
  )
}

export const sessionAbilities = (actor: Actor): SessionUser['abilities'] => {
  const takesPart = isMember(actor.role) && !actor.readsOnly
  return {
    // An advertiser may publish deals, or else posts where the community accepts them.
    publish: takesPart && (canPost(actor) || actor.role !== 'advertiser' || actor.community.gooddeal),
    post: takesPart && canPost(actor),
    publishActivity: takesPart && actor.role !== 'advertiser',
    publishTemplate: takesPart && isStaff(actor.role),
    createTemplate: takesPart && isStaff(actor.role),
    chat: takesPart,
    // Read access to old messages does not end with a stay or a suspension.
    readChats: isMember(actor.role),
    // Advertisers only answer: they may not begin conversations.
    writeToNeighbors: isMember(actor.role) && actor.role !== 'advertiser' && !actor.readsOnly,
    answer: takesPart,
    flag: takesPart,
    openProfiles: takesPart,
    // Also after the end of a stay.
    editProfile: isMember(actor.role),
    leave: mayLeave(actor.role),
    deleteAccount: mayLeave(actor.role),
    // A suspended member is notified of the decision.
    beTold: takesPart || (isMember(actor.role) && Boolean(actor.suspendedUntil)),
    useSecondFactor: mayUseFactor(actor),
    printPoster: isStaff(actor.role),
    runCommunity: isAdminLike(actor.role),
    runInstallation: actor.role === 'webmaster',
    seeDeals: actor.community.gooddeal,
    writeDeals: takesPart && actor.community.gooddeal && offersDeals(actor.role),
    seeWeather: actor.community.weather,
  }
}
