// An identity token is accepted if Apple signed it for us, it has not expired, and it has a nonce that we issued.
import { sql } from 'kysely'
import type { FullName } from '@parvis/contract/entry-apple.ts'
import { validateEmail, normalizeEmail } from '@parvis/contract/entry-rules.ts'
import type { createRemoteJWKSet } from 'jose'
import { createHash } from 'node:crypto'
import type { Clock } from '#server/kernel/clock.ts'
import { MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { deleteInBatches } from '#server/kernel/postgres/delete-in-batches.ts'
import { hashSecret, isSameSecret, newSecret } from '#server/kernel/secrets.ts'
import type { AppleSettings } from './apple-settings.ts'

const ISSUER = 'https://appleid.apple.com'
/** Lifetime of a nonce: time to sign in at Apple, and to look up the registration key of the community. */
export const NONCE_MS = 10 * MINUTE_MS
/** Accepted difference between the clocks of Apple and this server. */
const CLOCK_TOLERANCE_S = 30

export interface AppleIdentity {
  subject: string
  /** Null unless Apple has verified the e-mail. */
  email: string | null
  fullName: FullName | null
  nonceHash: string
}

/** The SHA-256 of the nonce in hex. Apple receives only this hash, so that URLs and logs never contain the nonce. */
export const nonceForApple = (nonce: string): string => createHash('sha256').update(nonce).digest('hex')

export const createNonce = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<string> => {
  const nonce = newSecret()
  const expires_at = new Date(clock.now().getTime() + NONCE_MS)
  await db
    .insertInto('apple_nonces')
    .values({ nonce_hash: hashSecret(nonce), expires_at })
    .execute()
  return nonce
}

export const isNonceValid = async (db: Db, nonceHash: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('apple_nonces')
    .select('nonce_hash')
    .where('nonce_hash', '=', nonceHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined

/** Consumes a nonce; false if it is unknown, expired or consumed already. */
export const consumeNonce = async (tx: Tx, nonceHash: string, now: Date): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('apple_nonces')
    .where('nonce_hash', '=', nonceHash)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const purgeOldNonces = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(
    db,
    limit => sql`delete from apple_nonces where ctid = any(array(
      select ctid from apple_nonces where expires_at < ${now} limit ${limit} for update skip locked))`,
  )

/** Some tokens have the string `true` instead of the boolean. */
const isTrueClaim = (claim: unknown) => claim === true || claim === 'true'

/** Returns a function that verifies identity tokens. Its errors are for the log and contain no personal data. */
export const createAppleTokenVerifier = ({ clientId, bundleIds, keysUrl }: AppleSettings, clock: Clock) => {
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null
  return async (token: string, nonce: string, bundleId?: string): Promise<Omit<AppleIdentity, 'fullName'>> => {
    if (bundleId !== undefined && !bundleIds.includes(bundleId)) throw new Error('unknown bundle id')
    const { createRemoteJWKSet: createKeys, jwtVerify } = await import('jose')
    keys ??= createKeys(keysUrl)
    const { payload } = await jwtVerify(token, keys, {
      issuer: ISSUER,
      audience: bundleId ?? clientId,
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: clock.now(),
    })
    const { sub, email, nonce: signed } = payload
    if (!sub) throw new Error('subject missing')
    if (typeof signed !== 'string' || ![nonce, nonceForApple(nonce)].some(known => isSameSecret(known, signed)))
      throw new Error('nonce mismatch')
    const isVerified = typeof email === 'string' && isTrueClaim(payload.email_verified) && validateEmail(email) === null
    return { subject: sub, email: isVerified ? normalizeEmail(email) : null, nonceHash: hashSecret(nonce) }
  }
}
