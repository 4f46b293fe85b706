// A log-in to an account with a second factor needs a code, whose guesses are counted.
import { normalizeFactorCode } from '@parvis/contract/second-factor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import {
  consumeFactorCode,
  type FactorResult,
  type FactorTarget,
  findFactor,
} from '../second-factor/second-factor.service.ts'
import { type Caller, countAttempt, type CountedAttempt } from './counted-attempt.service.ts'

/**
 * Verifies a code for a counted attempt. Throws `codemissing` after refunding the attempt, and `badcode` after
 * recording a failure.
 */
export const verifyFactor = async (
  platform: Platform,
  target: FactorTarget,
  code: string | undefined,
  { address, attempt }: { address: string; attempt: CountedAttempt },
): Promise<FactorResult> => {
  if (!(await findFactor(platform.db, target.accountId))) return {}
  const normalizedCode = normalizeFactorCode(code ?? '')
  if (!normalizedCode) {
    await attempt.refundAttempt()
    return fail('codemissing', { field: 'code' })
  }
  const result = await consumeFactorCode(platform, target, normalizedCode, address)
  if (result) return result
  await attempt.recordFailure('factor.failed')
  return fail('badcode', { field: 'code' })
}

/**
 * Verifies a code for a log-in without a password. Counts an attempt, with the same limit as wrong passwords of the
 * account.
 */
export const verifyFactorWithoutPassword = async (
  platform: Platform,
  target: FactorTarget,
  code: string | undefined,
  caller: Caller,
): Promise<FactorResult> => {
  if (!(await findFactor(platform.db, target.accountId))) return {}
  const attempt = await countAttempt(platform, { ...target, subject: target.accountId }, caller)
  const result = await verifyFactor(platform, target, code, { address: caller.address, attempt })
  await attempt.recordSuccess()
  return result
}
