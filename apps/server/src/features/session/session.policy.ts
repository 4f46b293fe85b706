// Guests read; whoever lives or works here takes part; what a community has switched off is there for nobody.
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

/** How long a session may lie unused, and live at all: staff hold more rights, for less time. */
export const sessionLifeMs = (role: Role) =>
  isStaff(role) ? { idle: 12 * HOUR_MS, total: 7 * DAY_MS } : { idle: 30 * DAY_MS, total: 90 * DAY_MS }

/** How long a browser keeps the session that began then: no longer than it lives. */
export const cookieLifeS = (role: Role, since: Date, now: Date): number =>
  Math.max(0, Math.ceil((since.getTime() + sessionLifeMs(role).total - now.getTime()) / 1000))

/** By what an installation is known to keep people's own data: a database or an address of its own. */
export type FactorSettings = Pick<Settings, 'production' | 'publicUrl' | 'demo'>

/**
 * Whether a role is asked for a second factor: of who runs a community, where people's own data are at stake. No setting
 * takes it back: the demo world alone, whose accounts have a public password, goes without.
 */
export const isFactorAsked = ({ production, publicUrl, demo }: FactorSettings, role: Role): boolean =>
  (production || publicUrl !== null) && !demo && isAdminLike(role)

/** Whoever works for a community may have a second factor; who has one keeps it with another role. */
export const mayUseFactor = ({ role, hasFactor }: Pick<Actor, 'role' | 'hasFactor'>): boolean =>
  isStaff(role) || hasFactor

export const mustUseFactor = (actor: Actor): void => {
  if (!mayUseFactor(actor)) fail('forbidden')
}

export interface Standing {
  /** Null while the team has not said yes. */
  enabled_at: Date | null
  /** Since when the team keeps them out. */
  disabled_at: Date | null
  /** The profile has never been saved: who waits for the team saves it first. */
  first_login: boolean
  /** Since when they have left. */
  gone_at: Date | null
}

/** How long after a stay its guest may come back to read. */
export const READS_ON_DAYS = 30

/** Whether the stay that a member was invited for is over where it was, and for so many days. */
export const isStayOver = (
  { member_until }: { member_until: string | null },
  timezone: string,
  now: Date,
  days = 0,
): boolean => member_until !== null && member_until < addDays(dayAt(now.getTime(), timezone), -days)

/** Whether the team keeps this member from taking part, for some days. */
export const isSuspended = ({ suspended_until }: { suspended_until: Date | null }, now: Date): boolean =>
  suspended_until !== null && suspended_until > now

/** Whether the team lets this member in. */
export const isLetIn = ({ enabled_at, disabled_at, first_login }: Omit<Standing, 'gone_at'>): boolean =>
  disabled_at === null && (enabled_at !== null || first_login)

export interface StandingThere extends Standing {
  member_until: string | null
  /** Of the community. */
  timezone: string
}

/**
 * Why somebody may not come in: `unauthorized` for who has no user there, or has left, or whose stay is over for good,
 * `popup4` where the team keeps them out.
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
 * Who could not log in has no session either. An e-mail is confirmed by a link; a guest has none, nor has who comes by
 * a letter.
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

/** What the interface offers to this user. */
export const sessionAbilities = (actor: Actor): SessionUser['abilities'] => {
  const takesPart = isMember(actor.role) && !actor.readsOnly
  return {
    // a company without deals to publish from has its posts, where the community takes any
    publish: takesPart && (canPost(actor) || actor.role !== 'advertiser' || actor.community.gooddeal),
    post: takesPart && canPost(actor),
    // who offers good deals publishes from those
    publishActivity: takesPart && actor.role !== 'advertiser',
    publishTemplate: takesPart && isStaff(actor.role),
    createTemplate: takesPart && isStaff(actor.role),
    chat: takesPart,
    // what was written stays theirs to read
    readChats: isMember(actor.role),
    // a company is written to about what it has posted, and begins nothing itself
    writeToNeighbors: isMember(actor.role) && actor.role !== 'advertiser' && !actor.readsOnly,
    answer: takesPart,
    flag: takesPart,
    openProfiles: takesPart,
    // what others know of somebody stays theirs to say, when their stay is over too
    editProfile: isMember(actor.role),
    leave: mayLeave(actor.role),
    deleteAccount: mayLeave(actor.role),
    // a decision is told to whom it suspends
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
