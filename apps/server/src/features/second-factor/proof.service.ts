// Sensitive actions need a recent proof of ownership, by password or mailed link, even within an open session.
import { type ProofMethod, PROOF_MINUTES } from '@parvis/contract/leaving.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { HALF_HOUR_MS, MINUTE_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { verifyPassword } from '#server/kernel/secrets.ts'

const PROOF_MS = PROOF_MINUTES * MINUTE_MS

/** Whether the password was recently entered in this session, or this session was recently opened by a mailed link. */
export const hasRecentProof = (
  {
    accountOwnershipProvedAt,
    strategy,
    loggedInAt,
  }: Pick<Actor, 'accountOwnershipProvedAt' | 'strategy' | 'loggedInAt'>,
  now: Date,
): boolean =>
  now.getTime() - (accountOwnershipProvedAt ?? (strategy === 'jwt' ? loggedInAt : new Date(0))).getTime() < PROOF_MS

/** Like `hasRecentProof`, but any recent log-in is enough, so that nobody must log in twice in a row. */
export const hasRecentProofOrLogin = (
  actor: Pick<Actor, 'accountOwnershipProvedAt' | 'strategy' | 'loggedInAt'>,
  now: Date,
): boolean => hasRecentProof(actor, now) || now.getTime() - actor.loggedInAt.getTime() < PROOF_MS

/** The proof that is needed now; `none` for an account opened by a letter, which has neither password nor e-mail. */
export const requiredProof = (
  actor: Actor,
  { email, password_hash }: { email: string | null; password_hash: string | null },
  now: Date,
): ProofMethod => {
  if (hasRecentProof(actor, now)) return 'none'
  return password_hash !== null ? 'password' : email !== null ? 'mail' : 'none'
}

/** Throws `proofneeded` without a recent proof of ownership. */
export const assertRecentProof = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>, actor: Actor): Promise<void> => {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'password_hash'])
    .where('id', '=', actor.accountId)
    .executeTakeFirstOrThrow()
  if (requiredProof(actor, account, clock.now()) !== 'none') fail('proofneeded')
}

/** Verifies the actor’s password. Throws `baduserpassword`, and `toomanyrequests` after too many wrong ones. */
export const verifyCurrentPassword = async (
  db: Db,
  actor: Pick<Actor, 'accountId' | 'communityId' | 'userId'>,
  passwordHash: string | null,
  typedPassword: string,
): Promise<void> => {
  const limit = { bucket: `password-current ${actor.accountId}`, max: 10, windowMs: HALF_HOUR_MS }
  const refund = await consume(db, [limit])
  if (!(await verifyPassword(passwordHash, typedPassword))) {
    await audit(db, { act: 'proof.failed', ...auditActor(actor) })
    fail('baduserpassword', { field: 'currentpassword', status: 400 })
  }
  await refund()
}
