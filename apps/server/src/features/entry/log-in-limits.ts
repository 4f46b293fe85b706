import { isKnownLoginAddress } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import { DAY_MS, HALF_HOUR_MS, type Limit } from '#server/kernel/limits/rate-limit.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import type { Caller } from '#server/kernel/limits/backoff-queue.ts'
import type { findAccountByLogin } from './entry.queries.ts'

export interface LogInLimits {
  limits: readonly Limit[]
  slowdown?: Limit & { caller: Caller }
}

/**
 * Returns the account id, whatever name was typed, or the hashed name if there is no account. If the existence of
 * accounts is hidden, always returns the hashed name: a limit shared by e-mail and pseudo would reveal that both belong
 * to one account.
 */
export const attemptSubject = (
  { account, folded }: Awaited<ReturnType<typeof findAccountByLogin>>,
  isExistenceHidden: boolean,
): string => (account && !isExistenceHidden ? account.id : hashSecret(folded))

/**
 * The limit of one known device, which attempts on other devices do not consume. Above the limit the device counts as
 * unknown.
 */
export const knownDeviceLimits = (accountId: string, deviceHash: string): LogInLimits => ({
  limits: [{ bucket: `login-device ${accountId} ${deviceHash}`, max: 10, windowMs: HALF_HOUR_MS }],
})

/** Unknown devices are limited by IP address; failures of all of them slow down later log-ins, but never block them. */
export const unknownDeviceLimits = async (
  db: Db,
  subject: string,
  accountId: string | null,
  address: string,
): Promise<LogInLimits> => ({
  limits: [
    { bucket: `login-pair ${address} ${subject}`, max: 5, windowMs: HALF_HOUR_MS },
    { bucket: `login-address ${address}`, max: 100, windowMs: HALF_HOUR_MS },
  ],
  slowdown: {
    bucket: `login-account ${subject}`,
    max: 20,
    windowMs: DAY_MS,
    caller: { address, isKnown: await isKnownLoginAddress(db, { accountId: accountId ?? LAST_ID }, address) },
  },
})
