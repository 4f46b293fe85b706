// A second factor is turned on by its first code; its owner turns it off, or the team resets a lost one.
import {
  normalizeFactorCode,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  type SecondFactor,
} from '@parvis/contract/second-factor.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type AfterCommit, inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { newCode } from '#server/kernel/secrets.ts'
import { hasRecentProofOrLogin, hasRecentProof } from './proof.service.ts'
import { countRecoveryCodes, findFactor, hashRecoveryCode } from './second-factor.service.ts'
import { isFactorRequired } from '../session/access.service.ts'
import { endAllSessions } from '../session/session.service.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

type TransactionContext = { tx: Tx; afterCommit: AfterCommit }

export const getSecondFactorState = async ({ db, settings }: Platform, actor: Actor): Promise<SecondFactor> => ({
  since: (await findFactor(db, actor.accountId))?.since?.toISOString() ?? null,
  recoveryCodesLeft: await countRecoveryCodes(db, actor.accountId),
  asked: isFactorRequired(settings, actor.role),
})

/** Maximum number of new secrets, verified codes and sets of recovery codes per account and half hour, in total. */
const MAX_SETUP_ATTEMPTS = 20
const limitSetup = ({ db }: Platform, { accountId }: Actor) =>
  consume(db, [{ bucket: `factor-setup ${accountId}`, max: MAX_SETUP_ATTEMPTS, windowMs: HALF_HOUR_MS }])

/** Without a recent proof or log-in, throws `proofneeded`, so that a stolen session cannot lock the owner out. */
const assertRecentProofOrLogin = ({ clock }: Platform, actor: Actor) => {
  if (!hasRecentProofOrLogin(actor, clock.now())) fail('proofneeded')
}

/** Creates a new secret, inactive until its first code; throws `forbidden` if a factor is turned on. */
export const createFactorSecret = async (
  platform: Platform,
  actor: Actor,
): Promise<{ secret: string; uri: string }> => {
  const { db, secretBox, site } = platform
  const { accountId, profile } = actor
  assertRecentProofOrLogin(platform, actor)
  await limitSetup(platform, actor)
  const secret = newTotpSecret()
  const sealedSecret = secretBox.seal(secret)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factors')
    .values({ account_id: accountId, secret: sealedSecret, since: null, last_step: null })
    .onConflict(conflict =>
      conflict.column('account_id').doUpdateSet({ secret: sealedSecret }).where('second_factors.since', 'is', null),
    )
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return fail('forbidden')
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    secret: secret.replace(/(.{4})(?=.)/g, '$1 '),
    uri: totpUri(secret, { issuer: `Parvis ${new URL(site.origin).hostname}`, label: email ?? profile.pseudo }),
  }
}

const replaceRecoveryCodes = async (platform: Platform, tx: Tx, accountId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(RECOVERY_CODE_LENGTH))
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map(code => ({
        account_id: accountId,
        code_hash: hashRecoveryCode(platform, accountId, normalizeFactorCode(code)),
        spent_at: null,
      })),
    )
    .execute()
  return codes
}

const revokeAccountSessions = async (
  { bus }: Pick<Platform, 'bus'>,
  context: TransactionContext,
  accountId: string,
  exceptSessionId?: string,
) => {
  await endAllSessions({ ...context, bus }, { accountId, exceptSessionId }, exceptSessionId ? 'elsewhere' : 'staff')
  context.afterCommit(() => bus.publish('actor.changed', { accountIds: [accountId] }))
}

const notifyOwner = (
  { jobs }: Pick<Platform, 'jobs'>,
  { tx, afterCommit }: TransactionContext,
  kind: 'factoron' | 'factoroff' | 'factorreset',
  { accountId, communityId }: Pick<Actor, 'accountId' | 'communityId'>,
) => jobs.enqueue(tx, afterCommit, 'session.mail', { kind, accountId, communityId })

/**
 * Turns on the factor by its first code, revokes other sessions and stores only hashes of the recovery codes. Throws
 * `codemissing`, `badcode`, `error404` (no new secret).
 */
export const turnOnFactor = async (
  platform: Platform,
  actor: Actor,
  code: string | undefined,
): Promise<{ recoveryCodes: string[] }> => {
  const { db, secretBox, clock } = platform
  const { accountId, communityId, userId, sessionId } = actor
  const normalizedCode = normalizeFactorCode(code ?? '')
  if (!normalizedCode) return fail('codemissing', { field: 'code', status: 400 })
  await limitSetup(platform, actor)
  return inTransaction(db, async (tx, afterCommit) => {
    const context = { tx, afterCommit }
    const pendingFactor = await tx
      .selectFrom('second_factors')
      .select('secret')
      .where('account_id', '=', accountId)
      .where('since', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    const secret = pendingFactor && secretBox.open(pendingFactor.secret)
    if (!secret) return fail('error404')
    const step = stepOfCode(secret, normalizedCode, clock.now())
    if (step === null) return fail('badcode', { field: 'code', status: 400 })
    await tx
      .updateTable('second_factors')
      .set({ since: clock.now(), last_step: step })
      .where('account_id', '=', accountId)
      .execute()
    const recoveryCodes = await replaceRecoveryCodes(platform, tx, accountId)
    await audit(tx, { act: 'factor.on', accountId, communityId, userId })
    await revokeAccountSessions(platform, context, accountId, sessionId)
    await notifyOwner(platform, context, 'factoron', actor)
    return { recoveryCodes }
  })
}

const assertRecentProof = ({ clock }: Platform, actor: Actor) => {
  if (!hasRecentProof(actor, clock.now())) fail('proofneeded')
}

/** Locks the factor until the transaction ends; throws `error404` if there is none. */
const lockFactor = async (tx: Tx, accountId: string) => {
  const locked = await tx
    .selectFrom('second_factors')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('since', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) fail('error404')
}

export const turnOffFactor = async (platform: Platform, actor: Actor): Promise<void> => {
  const { accountId, communityId, userId } = actor
  assertRecentProof(platform, actor)
  await inTransaction(platform.db, async (tx, afterCommit) => {
    await lockFactor(tx, accountId)
    await tx.deleteFrom('second_factors').where('account_id', '=', accountId).execute()
    await audit(tx, { act: 'factor.off', accountId, communityId, userId })
    await notifyOwner(platform, { tx, afterCommit }, 'factoroff', actor)
    afterCommit(() => platform.bus.publish('actor.changed', { accountIds: [accountId] }))
  })
}

export const renewRecoveryCodes = async (platform: Platform, actor: Actor): Promise<{ recoveryCodes: string[] }> => {
  const { accountId, communityId, userId } = actor
  assertRecentProof(platform, actor)
  await limitSetup(platform, actor)
  return inTransaction(platform.db, async tx => {
    await lockFactor(tx, accountId)
    const recoveryCodes = await replaceRecoveryCodes(platform, tx, accountId)
    await audit(tx, { act: 'factor.codes', accountId, communityId, userId })
    return { recoveryCodes }
  })
}

/**
 * Removes a lost factor and revokes all sessions; returns false if there is none. Without `actor`, a command on the
 * server resets it.
 */
export const resetFactor = async (
  platform: Pick<Platform, 'bus' | 'jobs'>,
  context: TransactionContext,
  { accountId, communityId, userId }: Pick<Actor, 'accountId' | 'communityId' | 'userId'>,
  actor?: Pick<Actor, 'accountId' | 'userId'>,
): Promise<boolean> => {
  const deleted = await context.tx
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .where('since', 'is not', null)
    .returning('account_id')
    .executeTakeFirst()
  if (!deleted) return false
  await audit(context.tx, {
    act: 'factor.reset',
    communityId,
    subjectId: userId,
    accountId: actor?.accountId,
    userId: actor?.userId,
  })
  await revokeAccountSessions(platform, context, accountId)
  await notifyOwner(platform, context, 'factorreset', { accountId, communityId })
  return true
}
