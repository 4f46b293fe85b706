// What Apple says of somebody is believed when it is signed by Apple, meant for us, still good, and said of a nonce
// that we gave.
import { sql } from 'kysely'
import type { FullName } from '@parvis/contract/apple.ts'
import { checkEmail, plainEmail } from '@parvis/contract/session-rules.ts'
import type { createRemoteJWKSet } from 'jose'
import { createHash } from 'node:crypto'
import type { Clock } from '#server/kernel/clock.ts'
import { MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { deleteInSlices } from '#server/kernel/postgres/delete-in-slices.ts'
import { hashSecret, isSameSecret, newSecret } from '#server/kernel/secrets.ts'
import type { AppleSettings } from './apple-settings.ts'

const ISSUER = 'https://appleid.apple.com'
/** How long somebody may take to come back, and then to find the key of their community. */
export const NONCE_MS = 10 * MINUTE_MS
/** Clocks of two machines. */
const TOLERANCE_S = 30

/** Who Apple says somebody is. */
export interface AppleIdentity {
  subject: string
  /** Null where Apple has not made sure that it is theirs. */
  email: string | null
  fullName: FullName | null
  nonceHash: string
}

/** What Apple is told of a nonce, so that whoever reads its address has not the nonce. */
export const nonceForApple = (nonce: string): string => createHash('sha256').update(nonce).digest('hex')

export const giveNonce = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<string> => {
  const nonce = newSecret()
  const expires_at = new Date(clock.now().getTime() + NONCE_MS)
  await db
    .insertInto('apple_nonces')
    .values({ nonce_hash: hashSecret(nonce), expires_at })
    .execute()
  return nonce
}

/** Whether a nonce is one of ours, and has not been taken. */
export const isNonceGood = async (db: Db, nonceHash: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('apple_nonces')
    .select('nonce_hash')
    .where('nonce_hash', '=', nonceHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined

/** Whether a nonce is good, and takes it: it is not any more once the transaction commits. */
export const takeNonce = async (tx: Tx, nonceHash: string, now: Date): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('apple_nonces')
    .where('nonce_hash', '=', nonceHash)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const forgetOldNonces = async (db: Db, now: Date): Promise<void> => {
  await deleteInSlices(
    db,
    limit => sql`delete from apple_nonces where ctid = any(array(
      select ctid from apple_nonces where expires_at < ${now} limit ${limit} for update skip locked))`,
  )
}

/** Apple writes its yes and no as words in some tokens. */
const isYes = (claim: unknown) => claim === true || claim === 'true'

/** Reads what Apple has signed; throws, with a reason for the log that names nobody, what is not to be believed. */
export const createAppleReader = ({ clientId, bundleIds, keysUrl }: AppleSettings, clock: Clock) => {
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null
  return async (token: string, nonce: string, bundleId?: string): Promise<Omit<AppleIdentity, 'fullName'>> => {
    if (bundleId !== undefined && !bundleIds.includes(bundleId)) throw new Error('an app that is not ours')
    const { createRemoteJWKSet: createKeys, jwtVerify } = await import('jose')
    // asked for once, and kept from one log-in to the next
    keys ??= createKeys(keysUrl)
    const { payload } = await jwtVerify(token, keys, {
      issuer: ISSUER,
      audience: bundleId ?? clientId,
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      clockTolerance: TOLERANCE_S,
      currentDate: clock.now(),
    })
    const { sub, email, nonce: signed } = payload
    if (!sub) throw new Error('nobody is named')
    if (typeof signed !== 'string' || ![nonce, nonceForApple(nonce)].some(known => isSameSecret(known, signed)))
      throw new Error('another nonce')
    const isTheirs = typeof email === 'string' && isYes(payload.email_verified) && checkEmail(email) === null
    return { subject: sub, email: isTheirs ? plainEmail(email) : null, nonceHash: hashSecret(nonce) }
  }
}
