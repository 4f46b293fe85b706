// A try at an account is counted before it is looked at, whatever it is tried with: a password, or the code of a second
// factor.
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
  /** The long-lived cookie that says that this browser has logged in before. */
  deviceToken: string | undefined
}

interface Tried {
  communityId: string
  /** Null where there is none. */
  accountId: string | null
  /** What is guessed at: see `guessedAt`. */
  subject: string
}

/** The record notes that an account is guessed at, and its owner is told. */
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

/** Wrong codes of a day on devices that an account does not know, before its owner is told that its password is known. */
const FEW_WRONG_CODES = 5

export interface CountedTry {
  /** It was neither a failure nor a success: it is not counted, and what failed before stays counted. */
  takeBack: () => Promise<void>
  noteFailure: (act: 'login.failed' | 'factor.failed') => Promise<void>
  /** Forgives the failures of its own browser or address; what others tried stays counted. */
  succeed: () => Promise<void>
}

/** Throws `toomanyrequests`. What is neither taken back nor succeeds is a failure. */
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
      // on a device of theirs it is the owner who mistypes
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
