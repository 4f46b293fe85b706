// An account with a second factor needs a code at every entry point: with the password, with a mailed link, and with
// Apple.
import { plainFactorCode, TOTP_DIGITS } from '@parvis/contract/second-factor.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { HALF_HOUR_MS, takeHits } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { type Caller, countTry, type CountedTry } from './counted-try.service.ts'
import { stepOfCode } from './totp.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'factor.recovery': true
  }
}

type Door = Pick<Actor, 'accountId' | 'communityId'>

export interface Shown {
  recoveryCodesLeft?: number
}

/** Keyed with the server secret: a copy of the database is not enough to brute-force the codes. */
export const hashRecoveryCode = ({ secretBox }: Pick<Platform, 'secretBox'>, accountId: string, plain: string) =>
  secretBox.derive(`recovery ${accountId} ${plain}`)

export const countRecoveryCodes = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .selectFrom('recovery_codes')
      .select(sql<number>`count(*)::int`.as('left'))
      .where('account_id', '=', accountId)
      .where('spent_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).left

export const findFactor = (db: Db, accountId: string) =>
  db
    .selectFrom('second_factors')
    .select(['secret', 'since'])
    .where('account_id', '=', accountId)
    .where('since', 'is not', null)
    .executeTakeFirst()

/** Any encrypted secret, to check the key at start; null if nobody has a factor. */
export const findSealedFactor = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('second_factors').select('secret').limit(1).executeTakeFirst())?.secret ?? null

/** Consumes a time step: neither it nor an earlier one is accepted again, also not by a concurrent call. */
const takeTotp = async ({ db, secretBox, clock }: Platform, accountId: string, plain: string): Promise<boolean> => {
  const factor = await findFactor(db, accountId)
  const secret = factor && secretBox.open(factor.secret)
  const step = secret ? stepOfCode(secret, plain, clock.now()) : null
  if (step === null) return false
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('since', 'is not', null)
    .where(eb => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const takeRecoveryCode = (platform: Platform, door: Door, plain: string, address?: string): Promise<Shown | null> =>
  inTransaction(platform.db, async (tx, afterCommit) => {
    const { accountId, communityId } = door
    const { numUpdatedRows } = await tx
      .updateTable('recovery_codes')
      .set({ spent_at: platform.clock.now() })
      .where('account_id', '=', accountId)
      .where('code_hash', '=', hashRecoveryCode(platform, accountId, plain))
      .where('spent_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return null
    await audit(tx, { act: 'factor.recovery', accountId, communityId, address })
    await platform.jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'recovery', accountId, communityId })
    return { recoveryCodesLeft: await countRecoveryCodes(tx, accountId) }
  })

/** Consumes a code of the app or a recovery code; null for a wrong or used one. */
const takeCode = async (platform: Platform, door: Door, plain: string, address?: string): Promise<Shown | null> => {
  if (plain.length !== TOTP_DIGITS) return takeRecoveryCode(platform, door, plain, address)
  return (await takeTotp(platform, door.accountId, plain)) ? {} : null
}

/**
 * Verifies the code as part of an attempt that is counted already. Throws `codemissing`, which is not counted, and
 * `badcode`.
 */
export const mustShowFactor = async (
  platform: Platform,
  door: Door,
  code: string | undefined,
  { address, tried }: { address: string; tried: CountedTry },
): Promise<Shown> => {
  if (!(await findFactor(platform.db, door.accountId))) return {}
  const plain = plainFactorCode(code ?? '')
  if (!plain) {
    await tried.takeBack()
    return fail('codemissing', { field: 'code' })
  }
  const shown = await takeCode(platform, door, plain, address)
  if (shown) return shown
  await tried.noteFailure('factor.failed')
  return fail('badcode', { field: 'code' })
}

/**
 * Verifies the code where no password is asked: it counts an attempt of its own, together with wrong passwords of the
 * account.
 */
export const mustShowFactorAlone = async (
  platform: Platform,
  door: Door,
  code: string | undefined,
  caller: Caller,
): Promise<Shown> => {
  if (!(await findFactor(platform.db, door.accountId))) return {}
  const tried = await countTry(platform, { ...door, subject: door.accountId }, caller)
  const shown = await mustShowFactor(platform, door, code, { address: caller.address, tried })
  await tried.succeed()
  return shown
}

/** Verifies a code within an open session. Throws `codemissing`, `badcode`, `toomanyrequests`. */
export const mustKnowCode = async (platform: Platform, actor: Actor, code: string | undefined): Promise<void> => {
  const plain = plainFactorCode(code ?? '')
  if (!plain) return fail('codemissing', { field: 'code', status: 400 })
  const limit = { bucket: `factor-current ${actor.accountId}`, most: 10, windowMs: HALF_HOUR_MS }
  const forgive = await takeHits(platform.db, [limit])
  if (!(await takeCode(platform, actor, plain))) {
    const { accountId, communityId, userId } = actor
    await audit(platform.db, { act: 'factor.failed', accountId, communityId, userId })
    return fail('badcode', { field: 'code', status: 400 })
  }
  await forgive()
}
