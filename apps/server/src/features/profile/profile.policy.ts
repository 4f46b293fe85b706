// A password can be changed by somebody who knows the current one or has just logged in by a mailed link.
import type { Actor } from '#server/kernel/actor.ts'

const RECENT_MS = 10 * 60_000

/** Whether the session was opened by a mailed link moments ago, which shows access to the account’s mailbox. */
export const isRecentLinkLogin = ({ strategy, since }: Pick<Actor, 'strategy' | 'since'>, now: Date): boolean =>
  strategy === 'jwt' && now.getTime() - since.getTime() < RECENT_MS

/** An account without a password can set one with the first profile; later only after a recent login. */
export const canChooseFirstPassword = (
  { strategy, since, passwordDue, needUpdate }: Pick<Actor, 'strategy' | 'since' | 'passwordDue' | 'needUpdate'>,
  now: Date,
): boolean => passwordDue || needUpdate || (strategy !== 'local' && now.getTime() - since.getTime() < RECENT_MS)

export const needsCurrentPassword = (
  actor: Pick<Actor, 'strategy' | 'since' | 'passwordDue'>,
  hasPassword: boolean,
  now: Date,
): boolean => hasPassword && !actor.passwordDue && !isRecentLinkLogin(actor, now)

/** Newcomers must choose a password, except those who log in with Apple. */
export const needsPassword = (
  actor: Pick<Actor, 'strategy' | 'passwordDue' | 'needUpdate'>,
  hasPassword: boolean,
): boolean => actor.passwordDue || (actor.needUpdate && !hasPassword && actor.strategy !== 'apple')

/** Members invited by letter have no e-mail yet. */
export const needsEmail = (member: {
  email: string | null
  email_to_confirm: string | null
  need_update: boolean
}): boolean => member.need_update && member.email === null && member.email_to_confirm === null
