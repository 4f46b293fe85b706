// An account with a second factor needs a code at every entry point: password, mailed link, and Apple.
import { normalizeFactorCode, TOTP_DIGITS } from '@parvis/contract/second-factor.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { stepOfCode } from './totp.ts'

export type FactorTarget = Pick<Actor, 'accountId' | 'communityId'>

export interface FactorResult {
  recoveryCodesLeft?: number
}

/** Hashes a code with the server secret, so that a copy of the database is not enough to brute-force the code. */
export const hashRecoveryCode = (
  { secretBox }: Pick<Platform, 'secretBox'>,
  accountId: string,
  normalizedCode: string,
) => secretBox.derive(`recovery ${accountId} ${normalizedCode}`)

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

/** Any encrypted secret, with which the server checks its key at start; null if no account has a factor. */
export const findEncryptedFactorSecret = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('second_factors').select('secret').limit(1).executeTakeFirst())?.secret ?? null

/**
 * Verifies a code and consumes its time step: this step and earlier ones are not accepted again, even by a concurrent
 * call.
 */
const consumeTotp = async (
  { db, secretBox, clock }: Platform,
  accountId: string,
  normalizedCode: string,
): Promise<boolean> => {
  const factor = await findFactor(db, accountId)
  const secret = factor && secretBox.open(factor.secret)
  const step = secret ? stepOfCode(secret, normalizedCode, clock.now()) : null
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

const consumeRecoveryCode = (
  platform: Platform,
  target: FactorTarget,
  normalizedCode: string,
  address?: string,
): Promise<FactorResult | null> =>
  inTransaction(platform.db, async (tx, afterCommit) => {
    const { accountId, communityId } = target
    const { numUpdatedRows } = await tx
      .updateTable('recovery_codes')
      .set({ spent_at: platform.clock.now() })
      .where('account_id', '=', accountId)
      .where('code_hash', '=', hashRecoveryCode(platform, accountId, normalizedCode))
      .where('spent_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return null
    await audit(tx, { act: 'factor.recovery', accountId, communityId, address })
    await platform.jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'recovery', accountId, communityId })
    return { recoveryCodesLeft: await countRecoveryCodes(tx, accountId) }
  })

/** Consumes a code of the authenticator app or a recovery code; null for a wrong or used code. */
export const consumeFactorCode = async (
  platform: Platform,
  target: FactorTarget,
  normalizedCode: string,
  address?: string,
): Promise<FactorResult | null> => {
  if (normalizedCode.length !== TOTP_DIGITS) return consumeRecoveryCode(platform, target, normalizedCode, address)
  return (await consumeTotp(platform, target.accountId, normalizedCode)) ? {} : null
}

/** Verifies a code within an open session. Throws `codemissing`, `badcode`, `toomanyrequests`. */
export const verifyFactorInSession = async (
  platform: Platform,
  actor: Actor,
  code: string | undefined,
): Promise<void> => {
  const normalizedCode = normalizeFactorCode(code ?? '')
  if (!normalizedCode) return fail('codemissing', { field: 'code', status: 400 })
  const limit = { bucket: `factor-current ${actor.accountId}`, max: 10, windowMs: HALF_HOUR_MS }
  const refund = await consume(platform.db, [limit])
  if (!(await consumeFactorCode(platform, actor, normalizedCode))) {
    const { accountId, communityId, userId } = actor
    await audit(platform.db, { act: 'factor.failed', accountId, communityId, userId })
    return fail('badcode', { field: 'code', status: 400 })
  }
  await refund()
}
