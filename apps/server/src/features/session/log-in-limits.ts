import { isSeenAddress } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import { DAY_MS, HALF_HOUR_MS, type Limit } from '#server/kernel/limits/rate-limit.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import type { Caller } from '#server/kernel/limits/slow-down.ts'
import type { findAccountByLogin } from './session.queries.ts'

export interface LogInLimits {
  limits: readonly Limit[]
  slowdown?: Limit & { caller: Caller }
}

/** Log-ins of one account from one address, and its log-outs, that the record notes within a day. */
export const MOST_NOTED = 20

/**
 * What is guessed at: the account, whatever of its names was typed and however; where there is none, the name as it was
 * looked up. Where nobody may learn who has an account it is always the name: an e-mail that is limited by guesses at a
 * pseudo would tell whose it is.
 */
export const guessedAt = ({ account, folded }: Awaited<ReturnType<typeof findAccountByLogin>>, hide: boolean): string =>
  account && !hide ? account.id : hashSecret(folded)

/**
 * A browser that the owner has logged in from is counted by itself: whatever others do, it has tries of its own. After
 * them it is a stranger.
 */
export const knownDeviceLimits = (accountId: string, deviceHash: string): LogInLimits => ({
  limits: [{ bucket: `login-device ${accountId} ${deviceHash}`, most: 10, windowMs: HALF_HOUR_MS }],
})

/** Every other browser is counted by its address, and all of them together make the door slow, but never shut it. */
export const strangerLimits = async (
  db: Db,
  subject: string,
  accountId: string | null,
  address: string,
): Promise<LogInLimits> => ({
  limits: [
    { bucket: `login-pair ${address} ${subject}`, most: 5, windowMs: HALF_HOUR_MS },
    { bucket: `login-address ${address}`, most: 100, windowMs: HALF_HOUR_MS },
  ],
  slowdown: {
    bucket: `login-account ${subject}`,
    most: 20,
    windowMs: DAY_MS,
    caller: { address, isSeen: await isSeenAddress(db, { accountId: accountId ?? LAST_ID }, address) },
  },
})
