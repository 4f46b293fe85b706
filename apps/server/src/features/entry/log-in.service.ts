// An e-mail or a pseudo with its password opens a session; guessing is slowed down, but never locks the owner out.
import { validateLogIn } from '@parvis/contract/entry-rules.ts'
import { fail, assertValid } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { verifyPassword } from '#server/kernel/secrets.ts'
import { getRegistrationRules } from '../community/community.service.ts'
import { type Caller, countAttempt } from './counted-attempt.service.ts'
import type { AuthenticatedUser } from '../session/complete-log-in.service.ts'
import { attemptSubject } from './log-in-limits.ts'
import { auditRepeatable } from '../session/session.service.ts'
import { verifyFactor } from './log-in-factor.service.ts'
import { assertAdmitted, findMembership, refusalOf } from '../session/access.service.ts'
import { findAccountByLogin } from './entry.queries.ts'

/** Audits a log-in. The entries per day are limited, because the log-ins of an owner are not. */
export const auditLogin = async (db: Db, user: AuthenticatedUser, address: string): Promise<void> => {
  const { accountId, communityId, userId } = user
  await auditRepeatable(db, `login-noted ${user.accountId} ${address}`, {
    act: 'login',
    accountId,
    communityId,
    userId,
    address,
  })
}

const auditRefusal = async (db: Db, who: { communityId: string; accountId: string }, address: string) => {
  await auditRepeatable(db, `refusal-noted ${who.accountId} ${address}`, { act: 'login.failed', ...who, address })
}

/**
 * Throws, in this order: `missing…`, `error404`, `toomanyrequests`, `unknown`, `popup2` (not confirmed),
 * `baduserpassword`, `codemissing`, `badcode`, `unauthorized` (no membership in this community), `popup4` (disabled or
 * not approved).
 */
export const authenticateByPassword = async (
  platform: Platform,
  form: { email?: string; password?: string; code?: string; communityId: string },
  caller: Caller,
): Promise<AuthenticatedUser> => {
  const { db, settings, clock } = platform
  assertValid(validateLogIn(form))
  const community = await getRegistrationRules(db, form.communityId)
  const found = await findAccountByLogin(db, form.email!, community.id)
  const { account } = found
  const hide = settings.hideAccountExistence
  const attempt = await countAttempt(
    platform,
    { communityId: community.id, accountId: account?.id ?? null, subject: attemptSubject(found, hide) },
    caller,
  )
  const isRight = await verifyPassword(account?.password_hash, form.password!)
  const refuse = async (key: 'unknown' | 'popup2' | 'baduserpassword') => {
    await attempt.recordFailure('login.failed')
    return fail(key)
  }
  if (!account) return refuse(hide ? 'baduserpassword' : 'unknown')
  if (!account.isConfirmed && (isRight || !hide)) return refuse('popup2')
  if (!isRight) return refuse('baduserpassword')
  const target = { accountId: account.id, communityId: community.id }
  const { address } = caller
  const factor = await verifyFactor(platform, target, form.code, { address, attempt })
  await attempt.recordSuccess()
  const membership = await findMembership(db, account.id, community.id)
  // A correct password of a user who may not log in is audited as a refused log-in.
  if (refusalOf(membership, clock.now())) await auditRefusal(db, target, address)
  const user = assertAdmitted(membership, clock.now())
  const proven = { ...target, userId: user.id, ...factor }
  await auditLogin(db, proven, address)
  return proven
}
