// An e-mail or a pseudo with its password opens a session; guessing is slow, and never locks an owner out of a known device.
import { checkLogIn } from '@parvis/contract/session.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { clearHits, DAY_MS, HALF_HOUR_MS, type Limit, takeHits } from '#server/kernel/rate-limit.ts'
import { hashSecret, verifyPassword } from '#server/kernel/secrets.ts'
import { getCommunityEntrance } from '../community/community.service.ts'
import { findAccountByLogin, findMembership, isKnownDevice } from './session.queries.ts'

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

/**
 * Throws, in this order: `missing…`, `error404` (no such community), `toomanyrequests`, `unknown`, `popup2` (not confirmed),
 * `baduserpassword`, `unauthorized` (no membership here), `popup4` (waits for approval).
 */
export const proveByPassword = async ({ db, settings }: Platform, form: { email?: string; password?: string; communityId: string }, { address, deviceToken }: Caller): Promise<Proven> => {
  const broken = checkLogIn(form)
  if (broken) return fail(broken.key, { field: broken.field })
  const login = form.email!.trim()
  const community = await getCommunityEntrance(db, form.communityId)
  const account = await findAccountByLogin(db, login, community.id)
  const deviceHash = deviceToken && hashSecret(deviceToken)
  const known = account && deviceHash ? await isKnownDevice(db, account.id, deviceHash) : false
  const pair: Limit = { bucket: `login ${known ? deviceHash : address} ${login.toLowerCase()}`, most: 5, windowMs: HALF_HOUR_MS }
  const forgive = await takeHits(db, known ? [pair] : [
    pair,
    { bucket: `login ${address}`, most: 100, windowMs: HALF_HOUR_MS },
    ...(account ? [{ bucket: `login account ${account.id}`, most: 100, windowMs: DAY_MS }] : []),
  ])
  const right = await verifyPassword(account?.password_hash, form.password!)
  const hide = settings.hideAccountExistence
  const refuse = async (key: 'unknown' | 'popup2' | 'baduserpassword') => {
    await audit(db, { act: 'login.failed', communityId: community.id, ...(account && { accountId: account.id }), address })
    return fail(key)
  }
  if (!account) return refuse(hide ? 'baduserpassword' : 'unknown')
  if (!account.confirmed_at && (right || !hide)) return refuse('popup2')
  if (!right) return refuse('baduserpassword')
  await forgive()
  await clearHits(db, pair.bucket)
  const user = await findMembership(db, account.id, community.id)
  if (!user) return fail('unauthorized')
  if (!user.enabled_at) return fail('popup4')
  await audit(db, { act: 'login', communityId: community.id, userId: user.id, accountId: account.id, address })
  return { accountId: account.id, communityId: community.id, userId: user.id }
}

/** Remembers that the account's owner uses this browser. */
export const rememberDevice = async ({ db }: Platform, accountId: string, deviceToken: string): Promise<void> => {
  await db.insertInto('known_devices').values({ account_id: accountId, device_hash: hashSecret(deviceToken) })
    .onConflict(conflict => conflict.columns(['account_id', 'device_hash']).doUpdateSet({ seen_at: new Date() })).execute()
}
