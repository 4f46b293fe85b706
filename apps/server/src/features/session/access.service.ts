// Approval, disabling, departure and the end of a stay decide whether a user may log in, and how long a session lasts.
import { dayAt } from '@parvis/contract/past-event.ts'
import { isAdminLike, isStaff, type Role } from '@parvis/contract/roles.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import type { Settings } from '#server/kernel/settings.ts'
import { DAY_MS, HOUR_MS } from '#server/kernel/limits/rate-limit.ts'

/** Maximum idle time and total lifetime of a session; shorter for staff, who have more rights. */
export const sessionLifetimeMs = (role: Role) =>
  isStaff(role) ? { idle: 12 * HOUR_MS, total: 7 * DAY_MS } : { idle: 30 * DAY_MS, total: 90 * DAY_MS }

export type FactorSettings = Pick<Settings, 'production' | 'publicUrl' | 'demo'>

/** Administrators and webmasters must have a factor in production. The demo, whose password is public, is exempt. */
export const isFactorRequired = ({ production, publicUrl, demo }: FactorSettings, role: Role): boolean =>
  (production || publicUrl !== null) && !demo && isAdminLike(role)

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

export const findMembership = (db: Db, accountId: string, communityId: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select([
      'u.id',
      'u.enabled_at',
      'u.disabled_at',
      'u.first_login',
      'u.member_until',
      'u.gone_at',
      'u.role',
      'c.timezone',
    ])
    .where('u.account_id', '=', accountId)
    .where('u.community_id', '=', communityId)
    .executeTakeFirst()
