// A member who leaves is hidden at once. A mailed link undoes the departure.
import type { Leaving } from '@parvis/contract/leaving.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { HALF_HOUR_MS, MINUTE_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { MemberKey, TransactionContext } from '#server/kernel/report.ts'
import { undoDeparture } from '../entry/undo-departure.service.ts'
import { hideMembers, type DepartureScope, readDepartureState } from '../membership/departure.service.ts'
import { assertRecentProof, verifyCurrentPassword, requiredProof } from '../second-factor/proof.service.ts'
import { recordProof } from '../session/session.service.ts'
import { verifyFactorInSession } from '../second-factor/second-factor.service.ts'
import { leavingAbilities, assertCanLeave } from './leaving.policy.ts'

const HOUR_MS = 60 * MINUTE_MS
const MAX_PROOF_MAILS = 3
/** Maximum number of password attempts per half hour when proving ownership of the account. */
const MAX_PROOF_ATTEMPTS = 20

export const loadLeaving = async ({ db, clock }: Platform, actor: Actor): Promise<Leaving> => {
  const account = await readDepartureState(db, actor.accountId)
  return {
    proof: requiredProof(actor, account, clock.now()),
    code: actor.hasSecondFactor,
    communities: account.memberships.map(({ community_id, name }) => ({ _id: community_id, name })),
    hasMail: account.email !== null,
    abilities: leavingAbilities(actor, account.memberships),
  }
}

/**
 * Returns `done` if the password proves ownership of the account, or `sent` if the account has no password: opening the
 * mailed link is then the proof. Throws `missingpassword`, `baduserpassword` or an error of the second-factor code.
 */
export const proveOwnership = async (
  platform: Platform,
  actor: Actor,
  { currentpassword, code }: { currentpassword?: string; code?: string },
): Promise<'done' | 'sent'> => {
  const { db, jobs } = platform
  const { accountId, communityId, userId } = actor
  const account = await readDepartureState(db, accountId)
  if (account.password_hash === null && account.email !== null) {
    await consume(db, [{ bucket: `proof-mail ${accountId}`, max: MAX_PROOF_MAILS, windowMs: HOUR_MS }])
    await inTransaction(db, (tx, afterCommit) =>
      jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'proof', accountId, communityId, userId }),
    )
    return 'sent'
  }
  if (account.password_hash !== null) {
    if (!currentpassword) fail('missingpassword', { field: 'currentpassword' })
    // Attempts with the right password also count, because verifying a right password costs as much as a wrong one.
    await consume(db, [{ bucket: `proof ${accountId}`, max: MAX_PROOF_ATTEMPTS, windowMs: HALF_HOUR_MS }])
    await verifyCurrentPassword(db, actor, account.password_hash, currentpassword!)
    if (actor.hasSecondFactor) await verifyFactorInSession(platform, actor, code)
  }
  await recordProof(platform, actor)
  return 'done'
}

/** Updates what depends on the visibility of these members, who have left or come back. */
export const updateDependents = async (
  platform: Platform,
  context: TransactionContext,
  members: readonly MemberKey[],
): Promise<void> => {
  for (const member of members)
    for (const feature of platform.features) await feature.onDepartureChange?.(platform, context, member)
}

const depart = async (platform: Platform, actor: Actor, scope: DepartureScope): Promise<void> => {
  const { accountId, communityId, userId } = actor
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const context = { tx, afterCommit }
    const [act, kind] =
      scope.communityId === undefined
        ? (['account.deleted', 'deleted'] as const)
        : (['community.left', 'left'] as const)
    const hidden = await hideMembers(platform, context, { ...scope, act }, platform.clock.now())
    await updateDependents(platform, context, hidden)
    await platform.jobs.enqueue(tx, afterCommit, 'session.mail', { kind, accountId, communityId, userId })
  })
}

/**
 * Hides the account’s memberships until erasure. Throws `laststaff` for staff, `proofneeded` without a recent proof.
 */
export const deleteActorAccount = async (platform: Platform, actor: Actor): Promise<void> => {
  assertCanLeave(actor)
  await assertRecentProof(platform, actor)
  await depart(platform, actor, { accountId: actor.accountId })
}

export const leaveActorCommunity = async (platform: Platform, actor: Actor): Promise<void> => {
  assertCanLeave(actor)
  await depart(platform, actor, { accountId: actor.accountId, communityId: actor.communityId })
}

/** Undoes the departure that the token identifies. Returns the id of the community to log in to. */
export const undoDepartureByToken = async (platform: Platform, token: string, address: string): Promise<string> => {
  const { communityId } = await undoDeparture(platform, token, address, (context, members) =>
    updateDependents(platform, context, members),
  )
  return communityId
}
