import { isKnownAddress } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import { DAY_MS, HALF_HOUR_MS, type Limit } from '#server/kernel/limits/rate-limit.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import type { Caller } from '#server/kernel/limits/backoff-queue.ts'
import type { findAccountByLogin } from './session.queries.ts'

export interface LogInLimits {
  limits: readonly Limit[]
  slowdown?: Limit & { caller: Caller }
}

/** Log-ins of one account from one address, and its log-outs, that are audited within a day. */
export const MAX_AUDITED_PER_DAY = 20

/**
 * The account, whatever name was typed; without one, the folded name. Where the existence of accounts is hidden it is
 * always the name: a limit shared by e-mail and pseudo would tell that both are one account.
 */
export const attemptSubject = (
  { account, folded }: Awaited<ReturnType<typeof findAccountByLogin>>,
  hide: boolean,
): string => (account && !hide ? account.id : hashSecret(folded))

/** A limit of its own, which the attempts of others do not use up; beyond it the device counts as an unknown one. */
export const knownDeviceLimits = (accountId: string, deviceHash: string): LogInLimits => ({
  limits: [{ bucket: `login-device ${accountId} ${deviceHash}`, max: 10, windowMs: HALF_HOUR_MS }],
})

/** Every other browser is limited by its address, and all of them together slow the log-in down, but never block it. */
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
