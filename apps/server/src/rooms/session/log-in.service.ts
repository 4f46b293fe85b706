// An e-mail or a pseudo with its password opens a session; guessing is slow, and never shuts an owner out.
import { checkLogIn } from '@parvis/contract/session.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { clearHits, isAmongFirstInDay, isFull, takeHits } from '#server/kernel/limits/rate-limit.ts'
import { hashSecret, verifyPassword } from '#server/kernel/secrets.ts'
import { getCommunityEntrance } from '../community/community.service.ts'
import { guessedAt, knownDeviceLimits, MOST_NOTED, strangerLimits } from './log-in-limits.ts'
import { mustBeLetIn, refusalOf } from './session.policy.ts'
import { findAccountByLogin, findMembership, isKnownDevice } from './session.queries.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'login.failed': true
    'login.slowed': true
  }
}

export interface Caller {
  address: string
  /** The long-lived cookie that says that this browser has logged in before. */
  deviceToken: string | undefined
}

/** What was proved: the user to open a session for. */
export interface Proven {
  accountId: string
  communityId: string
  userId: string
}

/** Nobody who proves to be the owner is refused for coming often, so the record is what is bounded. */
export const noteLogIn = async (db: Db, who: Proven, address: string): Promise<void> => {
  const isNoted = await isAmongFirstInDay(db, `login-noted ${who.accountId} ${address}`, MOST_NOTED)
  if (isNoted) await audit(db, { act: 'login', ...who, address })
}

const noteRefusal = async (db: Db, who: { communityId: string; accountId: string }, address: string) => {
  const isNoted = await isAmongFirstInDay(db, `refusal-noted ${who.accountId} ${address}`, MOST_NOTED)
  if (isNoted) await audit(db, { act: 'login.failed', ...who, address })
}

/** The record notes that an account is guessed at, and its owner is told. */
const tellGuessed = ({ db, jobs }: Platform, who: { communityId: string; accountId?: string }) =>
  inTransaction(db, async (tx, afterCommit) => {
    const { accountId, communityId } = who
    await audit(tx, { act: 'login.slowed', ...who })
    if (accountId) await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'guessed', accountId, communityId })
  })

/**
 * Throws, in this order: `missing…`, `error404` (no such community), `toomanyrequests`, `unknown`, `popup2` (not
 * confirmed), `baduserpassword`, `unauthorized` (no membership here), `popup4` (waits for approval).
 */
export const proveByPassword = async (
  platform: Platform,
  form: { email?: string; password?: string; communityId: string },
  { address, deviceToken }: Caller,
): Promise<Proven> => {
  const { db, settings, clock } = platform
  const broken = checkLogIn(form)
  if (broken) return fail(broken.key, { field: broken.field })
  const community = await getCommunityEntrance(db, form.communityId)
  const found = await findAccountByLogin(db, form.email!, community.id)
  const { account } = found
  const deviceHash = deviceToken && hashSecret(deviceToken)
  const isKnown = deviceHash ? await isKnownDevice(db, account?.id ?? null, deviceHash) : false
  const hide = settings.hideAccountExistence
  const ofDevice = account && deviceHash && isKnown ? knownDeviceLimits(account.id, deviceHash) : null
  const { limits, slowdown } =
    ofDevice && !(await isFull(db, ofDevice.limits[0]!))
      ? ofDevice
      : await strangerLimits(db, guessedAt(found, hide), account?.id ?? null, address)
  const forgive = await takeHits(db, limits, slowdown)
  const right = await verifyPassword(account?.password_hash, form.password!)
  const refuse = async (key: 'unknown' | 'popup2' | 'baduserpassword') => {
    const who = { communityId: community.id, ...(account && { accountId: account.id }) }
    await audit(db, { act: 'login.failed', ...who, address })
    const isSlow = slowdown ? await isFull(db, slowdown) : false
    if (isSlow && (await isAmongFirstInDay(db, `login-told ${slowdown!.bucket}`))) await tellGuessed(platform, who)
    return fail(key)
  }
  if (!account) return refuse(hide ? 'baduserpassword' : 'unknown')
  if (!account.isConfirmed && (right || !hide)) return refuse('popup2')
  if (!right) return refuse('baduserpassword')
  await forgive()
  // A success forgives the failures of its own browser or address; what others tried stays counted.
  for (const { bucket } of [...limits.slice(0, 1), ...(ofDevice?.limits ?? [])]) await clearHits(db, bucket)
  const membership = await findMembership(db, account.id, community.id)
  // who has the password and is kept out has failed too
  if (refusalOf(membership, clock.now()))
    await noteRefusal(db, { communityId: community.id, accountId: account.id }, address)
  const user = mustBeLetIn(membership, clock.now())
  const proven = { accountId: account.id, communityId: community.id, userId: user.id }
  await noteLogIn(db, proven, address)
  return proven
}
