// Who has a second factor shows it at every door: beside the password, with a link of a mail, and with Apple's word.
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

/** What was shown, and what is left where that was a recovery code. */
export interface Shown {
  recoveryCodesLeft?: number
}

/** A keyed hash: who has the database alone cannot try codes against it. */
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

/** The secret of a second factor as it is kept; null where nobody has one. */
export const findSealedFactor = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('second_factors').select('secret').limit(1).executeTakeFirst())?.secret ?? null

/** One step is taken once, and none before it: of two calls with one code the second finds it taken. */
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

/** Takes what was typed, a code of the app or a recovery code; null for a wrong one, or one that was taken before. */
const takeCode = async (platform: Platform, door: Door, plain: string, address?: string): Promise<Shown | null> => {
  if (plain.length !== TOTP_DIGITS) return takeRecoveryCode(platform, door, plain, address)
  return (await takeTotp(platform, door.accountId, plain)) ? {} : null
}

/** As part of a try that is counted already. Throws `codemissing`, which counts for nothing, and `badcode`. */
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

/** At a door that asks for no password: wrong codes are counted with the wrong passwords of the account. */
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

/** From an open session. Throws `codemissing`, `badcode`, `toomanyrequests` for too many of them. */
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
