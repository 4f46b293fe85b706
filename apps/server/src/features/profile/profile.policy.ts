// A password is changed by who knows the one before, or has just come by a link to choose one.
import type { Actor } from '#server/kernel/actor.ts'

const JUST_MS = 10 * 60_000

/** Whether the session was opened by a link a moment ago: its owner reads the account's mail. */
export const cameJustByLink = ({ strategy, since }: Pick<Actor, 'strategy' | 'since'>, now: Date): boolean =>
  strategy === 'jwt' && now.getTime() - since.getTime() < JUST_MS

/**
 * An account that has none takes its first one with the first profile; later, from who has just proved again that it is
 * theirs.
 */
export const mayChooseFirstPassword = (
  { strategy, since, passwordDue, needUpdate }: Pick<Actor, 'strategy' | 'since' | 'passwordDue' | 'needUpdate'>,
  now: Date,
): boolean => passwordDue || needUpdate || (strategy !== 'local' && now.getTime() - since.getTime() < JUST_MS)

/** Whether the password that was before must be told. */
export const needsCurrentPassword = (
  actor: Pick<Actor, 'strategy' | 'since' | 'passwordDue'>,
  hasPassword: boolean,
  now: Date,
): boolean => hasPassword && !actor.passwordDue && !cameJustByLink(actor, now)

/** Who comes in for the first time chooses one, but for those who come with another service's word. */
export const needsPassword = (
  actor: Pick<Actor, 'strategy' | 'passwordDue' | 'needUpdate'>,
  hasPassword: boolean,
): boolean => actor.passwordDue || (actor.needUpdate && !hasPassword && actor.strategy !== 'apple')

/** Who came by a letter has told no e-mail yet. */
export const needsEmail = (member: {
  email: string | null
  email_to_confirm: string | null
  need_update: boolean
}): boolean => member.need_update && member.email === null && member.email_to_confirm === null
