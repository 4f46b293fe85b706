// An e-mail or a pseudo with its password opens a session; guessing is slowed down, but never locks the owner out.
import { checkLogIn } from '@parvis/contract/session-rules.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { isAmongFirstInDay } from '#server/kernel/limits/rate-limit.ts'
import { verifyPassword } from '#server/kernel/secrets.ts'
import { getCommunityEntrance } from '../community/community.service.ts'
import { type Caller, countTry } from './counted-try.service.ts'
import { guessedAt, MOST_NOTED } from './log-in-limits.ts'
import { mustShowFactor, type Shown } from './second-factor.service.ts'
import { mustBeLetIn, refusalOf } from './session.policy.ts'
import { findAccountByLogin, findMembership } from './session.queries.ts'

/** The user to open a session for. */
export interface Proven extends Shown {
  accountId: string
  communityId: string
  userId: string
}

/** Log-ins of the owner are not limited, so the audit entries are. */
export const noteLogIn = async (db: Db, who: Proven, address: string): Promise<void> => {
  const isNoted = await isAmongFirstInDay(db, `login-noted ${who.accountId} ${address}`, MOST_NOTED)
  const { accountId, communityId, userId } = who
  if (isNoted) await audit(db, { act: 'login', accountId, communityId, userId, address })
}

const noteRefusal = async (db: Db, who: { communityId: string; accountId: string }, address: string) => {
  const isNoted = await isAmongFirstInDay(db, `refusal-noted ${who.accountId} ${address}`, MOST_NOTED)
  if (isNoted) await audit(db, { act: 'login.failed', ...who, address })
}

/**
 * Throws, in this order: `missing…`, `error404` (no such community), `toomanyrequests`, `unknown`, `popup2` (not
 * confirmed), `baduserpassword`, `codemissing`, `badcode`, `unauthorized` (no membership here), `popup4` (pending
 * approval).
 */
export const proveByPassword = async (
  platform: Platform,
  form: { email?: string; password?: string; code?: string; communityId: string },
  caller: Caller,
): Promise<Proven> => {
  const { db, settings, clock } = platform
  const broken = checkLogIn(form)
  if (broken) return fail(broken.key, { field: broken.field })
  const community = await getCommunityEntrance(db, form.communityId)
  const found = await findAccountByLogin(db, form.email!, community.id)
  const { account } = found
  const hide = settings.hideAccountExistence
  const tried = await countTry(
    platform,
    { communityId: community.id, accountId: account?.id ?? null, subject: guessedAt(found, hide) },
    caller,
  )
  const right = await verifyPassword(account?.password_hash, form.password!)
  const refuse = async (key: 'unknown' | 'popup2' | 'baduserpassword') => {
    await tried.noteFailure('login.failed')
    return fail(key)
  }
  if (!account) return refuse(hide ? 'baduserpassword' : 'unknown')
  if (!account.isConfirmed && (right || !hide)) return refuse('popup2')
  if (!right) return refuse('baduserpassword')
  const door = { accountId: account.id, communityId: community.id }
  const { address } = caller
  const shown = await mustShowFactor(platform, door, form.code, { address, tried })
  await tried.succeed()
  const membership = await findMembership(db, account.id, community.id)
  // A correct password of a refused member is a failed log-in too.
  if (refusalOf(membership, clock.now())) await noteRefusal(db, door, address)
  const user = mustBeLetIn(membership, clock.now())
  const proven = { ...door, userId: user.id, ...shown }
  await noteLogIn(db, proven, address)
  return proven
}
