// An attempt to open an account, by a password or a second-factor code, is counted before it is verified.
import { audit } from '#server/kernel/audit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { clearHits, isAmongFirstInDay, isFull, takeHits } from '#server/kernel/limits/rate-limit.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import { knownDeviceLimits, strangerLimits } from './log-in-limits.ts'
import { isKnownDevice } from './session.queries.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'login.failed': true
    'login.slowed': true
    'factor.failed': true
    'factor.guessed': true
  }
}

export interface Caller {
  address: string
  /** The long-lived cookie of a browser that has logged in before. */
  deviceToken: string | undefined
}

interface Tried {
  communityId: string
  accountId: string | null
  /** What is guessed at: see `attemptSubject`. */
  subject: string
}

/** Audits that an account is being guessed at, and mails its owner. */
const tellGuessed = (
  { db, jobs }: Platform,
  act: 'login.slowed' | 'factor.guessed',
  who: { communityId: string; accountId?: string },
) =>
  inTransaction(db, async (tx, afterCommit) => {
    const { accountId, communityId } = who
    await audit(tx, { act, ...who })
    const kind = act === 'factor.guessed' ? 'guessedcode' : 'guessed'
    if (accountId) await jobs.enqueue(tx, afterCommit, 'session.mail', { kind, accountId, communityId })
  })

/** Wrong codes a day from unknown devices before the owner is warned that their password is known. */
const FEW_WRONG_CODES = 5

export interface CountedTry {
  /** For an attempt that neither failed nor succeeded: it is not counted, and earlier failures stay counted. */
  takeBack: () => Promise<void>
  noteFailure: (act: 'login.failed' | 'factor.failed') => Promise<void>
  /** Clears the failures of this browser or address; those of others stay counted. */
  succeed: () => Promise<void>
}

/** Throws `toomanyrequests`. An attempt counts as a failure unless it is refunded or succeeds. */
export const countTry = async (
  platform: Platform,
  { communityId, accountId, subject }: Tried,
  { address, deviceToken }: Caller,
): Promise<CountedTry> => {
  const { db } = platform
  const deviceHash = deviceToken && hashSecret(deviceToken)
  const isKnown = deviceHash ? await isKnownDevice(db, accountId, deviceHash) : false
  const ofDevice = accountId && deviceHash && isKnown ? knownDeviceLimits(accountId, deviceHash) : null
  const { limits, slowdown } =
    ofDevice && !(await isFull(db, ofDevice.limits[0]!))
      ? ofDevice
      : await strangerLimits(db, subject, accountId, address)
  const forgive = await takeHits(db, limits, slowdown)
  return {
    takeBack: () => forgive({ keepsTurns: true }),
    noteFailure: async act => {
      const who = { communityId, ...(accountId && { accountId }) }
      await audit(db, { act, ...who, address })
      // On a known device it is most likely the owner who mistypes.
      if (!slowdown) return
      if (act === 'factor.failed') {
        const isFew = await isAmongFirstInDay(db, `factor-failed ${accountId}`, FEW_WRONG_CODES)
        if (!isFew && (await isAmongFirstInDay(db, `factor-told ${accountId}`)))
          await tellGuessed(platform, 'factor.guessed', who)
      } else if ((await isFull(db, slowdown)) && (await isAmongFirstInDay(db, `login-told ${slowdown.bucket}`)))
        await tellGuessed(platform, 'login.slowed', who)
    },
    succeed: async () => {
      await forgive()
      for (const { bucket } of [...limits.slice(0, 1), ...(ofDevice?.limits ?? [])]) await clearHits(db, bucket)
    },
  }
}
