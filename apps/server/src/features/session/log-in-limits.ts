import { isKnownAddress } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import { DAY_MS, HALF_HOUR_MS, type Limit } from '#server/kernel/limits/rate-limit.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import type { Caller } from '#server/kernel/limits/backoff-queue.ts'
import type { findAccountByLogin } from './account.queries.ts'

export interface LogInLimits {
  limits: readonly Limit[]
  slowdown?: Limit & { caller: Caller }
}

/** Audited log-ins of one account from one IP address, and audited log-outs of one account, per day. */
export const MAX_AUDITED_PER_DAY = 20

/**
 * The account id, whatever name was typed; the hashed name if there is no account. If the existence of accounts is
 * hidden it is always the name: a limit shared by e-mail and pseudo would reveal that both belong to one account.
 */
export const attemptSubject = (
  { account, folded }: Awaited<ReturnType<typeof findAccountByLogin>>,
  hide: boolean,
): string => (account && !hide ? account.id : hashSecret(folded))

/** A limit per known device, which attempts of others do not consume; above it the device counts as unknown. */
export const knownDeviceLimits = (accountId: string, deviceHash: string): LogInLimits => ({
  limits: [{ bucket: `login-device ${accountId} ${deviceHash}`, max: 10, windowMs: HALF_HOUR_MS }],
})

/** Unknown devices are limited by IP address; all together slow down the log-in, but never block it. */
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
    caller: { address, isKnown: await isKnownAddress(db, { accountId: accountId ?? LAST_ID }, address) },
  },
})
