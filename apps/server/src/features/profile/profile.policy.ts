// A password can be changed by somebody who knows the current one or has just logged in by a mailed link.
import type { Actor } from '#server/kernel/actor.ts'

const RECENT_MS = 10 * 60_000

/**
 * Whether the session was opened by a mailed link in the last ten minutes, which shows access to the account’s mailbox.
 */
export const isRecentLinkLogin = (
  { strategy, loggedInAt }: Pick<Actor, 'strategy' | 'loggedInAt'>,
  now: Date,
): boolean => strategy === 'jwt' && now.getTime() - loggedInAt.getTime() < RECENT_MS

/**
 * An account without a password can set one with the first profile or after a password reset link, otherwise only
 * within ten minutes after a log-in without a password.
 */
export const canChooseFirstPassword = (
  {
    strategy,
    loggedInAt,
    mustSetPassword,
    needUpdate,
  }: Pick<Actor, 'strategy' | 'loggedInAt' | 'mustSetPassword' | 'needUpdate'>,
  now: Date,
): boolean =>
  mustSetPassword || needUpdate || (strategy !== 'local' && now.getTime() - loggedInAt.getTime() < RECENT_MS)

export const needsCurrentPassword = (
  actor: Pick<Actor, 'strategy' | 'loggedInAt' | 'mustSetPassword'>,
  hasPassword: boolean,
  now: Date,
): boolean => hasPassword && !actor.mustSetPassword && !isRecentLinkLogin(actor, now)

/** Newcomers must choose a password, except those who log in with Apple. */
export const needsPassword = (
  actor: Pick<Actor, 'strategy' | 'mustSetPassword' | 'needUpdate'>,
  hasPassword: boolean,
): boolean => actor.mustSetPassword || (actor.needUpdate && !hasPassword && actor.strategy !== 'apple')

/** Whether a newcomer must enter an e-mail address: members invited by letter have none yet. */
export const needsEmail = (member: {
  email: string | null
  email_to_confirm: string | null
  need_update: boolean
}): boolean => member.need_update && member.email === null && member.email_to_confirm === null
