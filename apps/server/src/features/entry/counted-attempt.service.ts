// An attempt to open an account, by a password or a second-factor code, is counted before it is verified.
import { audit } from '#server/kernel/audit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { clearAttempts, isAmongFirstOfDay, isLimitReached, consume } from '#server/kernel/limits/rate-limit.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import { knownDeviceLimits, unknownDeviceLimits } from './log-in-limits.ts'
import { isKnownDevice } from './entry.queries.ts'

export interface Caller {
  address: string
  /** The long-lived token of a browser or app, which is known if the owner has logged in there before. */
  deviceToken: string | undefined
}

interface AttemptTarget {
  communityId: string
  accountId: string | null
  /** The account id or the hashed name that the attempt targets: see `attemptSubject`. */
  subject: string
}

const notifyOfGuessing = (
  { db, jobs }: Platform,
  act: 'login.slowed' | 'factor.guessed',
  target: { communityId: string; accountId?: string },
) =>
  inTransaction(db, async (tx, afterCommit) => {
    const { accountId, communityId } = target
    await audit(tx, { act, ...target })
    const kind = act === 'factor.guessed' ? 'guessedcode' : 'guessed'
    if (accountId) await jobs.enqueue(tx, afterCommit, 'session.mail', { kind, accountId, communityId })
  })

/** Number of wrong codes a day from unknown devices, after which the owner is warned that their password is known. */
const WRONG_CODES_BEFORE_WARNING = 5

export interface CountedAttempt {
  /** For an attempt that neither failed nor succeeded: does not count it, and leaves earlier failures counted. */
  refundAttempt: () => Promise<void>
  recordFailure: (act: 'login.failed' | 'factor.failed') => Promise<void>
  /** Clears the failures of this browser or IP address; those of others stay counted. */
  recordSuccess: () => Promise<void>
}

/**
 * Counts an attempt. Throws `toomanyrequests`. The attempt stays counted as a failure unless it is refunded or
 * succeeds.
 */
export const countAttempt = async (
  platform: Platform,
  { communityId, accountId, subject }: AttemptTarget,
  { address, deviceToken }: Caller,
): Promise<CountedAttempt> => {
  const { db } = platform
  const deviceHash = deviceToken && hashSecret(deviceToken)
  const isKnown = deviceHash ? await isKnownDevice(db, accountId, deviceHash) : false
  const deviceLimits = accountId && deviceHash && isKnown ? knownDeviceLimits(accountId, deviceHash) : null
  const { limits, slowdown } =
    deviceLimits && !(await isLimitReached(db, deviceLimits.limits[0]!))
      ? deviceLimits
      : await unknownDeviceLimits(db, subject, accountId, address)
  const refund = await consume(db, limits, slowdown)
  return {
    refundAttempt: () => refund({ keepBackoff: true }),
    recordFailure: async act => {
      const who = { communityId, ...(accountId && { accountId }) }
      await audit(db, { act, ...who, address })
      // Failures on a known device cause no warning: most likely the owner has mistyped.
      if (!slowdown) return
      if (act === 'factor.failed') {
        const isBelowWarning = await isAmongFirstOfDay(db, `factor-failed ${accountId}`, WRONG_CODES_BEFORE_WARNING)
        if (!isBelowWarning && (await isAmongFirstOfDay(db, `factor-told ${accountId}`)))
          await notifyOfGuessing(platform, 'factor.guessed', who)
      } else if ((await isLimitReached(db, slowdown)) && (await isAmongFirstOfDay(db, `login-told ${slowdown.bucket}`)))
        await notifyOfGuessing(platform, 'login.slowed', who)
    },
    recordSuccess: async () => {
      await refund()
      for (const { bucket } of [...limits.slice(0, 1), ...(deviceLimits?.limits ?? [])]) await clearAttempts(db, bucket)
    },
  }
}
