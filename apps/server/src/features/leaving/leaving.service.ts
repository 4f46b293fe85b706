// Leaving takes effect at once; a mailed link reverts it.
import type { Leaving } from '@parvis/contract/leaving.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { HALF_HOUR_MS, MINUTE_MS, takeHits } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { markDealsOf } from '../deals/leave-deals.service.ts'
import { bringBack, hideMembers, type Leaver, readLeaving } from '../session/departure.service.ts'
import { mustHaveProved, mustKnowPassword, noteProof, proofAsked } from '../session/proof.service.ts'
import { mustKnowCode } from '../session/second-factor.service.ts'
import { leavingAbilities, mustBeFreeToLeave } from './leaving.policy.ts'

const HOUR_MS = 60 * MINUTE_MS
const PROOF_MAILS = 3
/** Attempts per half hour. */
const PROOFS = 20

export const getLeavingOf = async ({ db, clock }: Platform, actor: Actor): Promise<Leaving> => {
  const account = await readLeaving(db, actor.accountId)
  return {
    proof: proofAsked(actor, account, clock.now()),
    code: actor.hasFactor,
    communities: account.memberships.map(({ community_id, name }) => ({ _id: community_id, name })),
    hasMail: account.email !== null,
    abilities: leavingAbilities(actor, account.memberships),
  }
}

/**
 * Returns `done` for the right password, and code if there is a second factor; `sent` if the account has no password
 * and a link was mailed, whose session counts as proof.
 */
export const proveOwnerOf = async (
  platform: Platform,
  actor: Actor,
  { currentpassword, code }: { currentpassword?: string; code?: string },
): Promise<'done' | 'sent'> => {
  const { db, jobs } = platform
  const { accountId, communityId, userId } = actor
  const account = await readLeaving(db, accountId)
  if (account.password_hash === null && account.email !== null) {
    await takeHits(db, [{ bucket: `proof-mail ${accountId}`, most: PROOF_MAILS, windowMs: HOUR_MS }])
    await inTransaction(db, (tx, afterCommit) =>
      jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'proof', accountId, communityId, userId }),
    )
    return 'sent'
  }
  if (account.password_hash !== null) {
    if (!currentpassword) fail('missingpassword', { field: 'currentpassword' })
    // Right passwords count too, as checking them costs as much.
    await takeHits(db, [{ bucket: `proof ${accountId}`, most: PROOFS, windowMs: HALF_HOUR_MS }])
    await mustKnowPassword(db, actor, account.password_hash, currentpassword!)
    if (actor.hasFactor) await mustKnowCode(platform, actor, code)
  }
  await noteProof(platform, actor)
  return 'done'
}

/** Hides the members concerned and mails the link that reverts it. */
const leave = async (platform: Platform, actor: Actor, leaver: Leaver): Promise<void> => {
  const { accountId, communityId, userId } = actor
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const work = { tx, afterCommit }
    const [act, kind] =
      leaver.communityId === undefined
        ? (['account.deleted', 'deleted'] as const)
        : (['community.left', 'left'] as const)
    for (const member of await hideMembers(platform, work, { ...leaver, act }, platform.clock.now()))
      await markDealsOf(platform, work, member)
    await platform.jobs.enqueue(tx, afterCommit, 'session.mail', { kind, accountId, communityId, userId })
  })
}

/** Throws `laststaff` for staff, `proofneeded` without a recent proof of ownership. */
export const deleteAccountOf = async (platform: Platform, actor: Actor): Promise<void> => {
  mustBeFreeToLeave(actor)
  await mustHaveProved(platform, actor)
  await leave(platform, actor, { accountId: actor.accountId })
}

export const leaveCommunityOf = async (platform: Platform, actor: Actor): Promise<void> => {
  mustBeFreeToLeave(actor)
  await leave(platform, actor, { accountId: actor.accountId, communityId: actor.communityId })
}

/** Restores the membership; returns the id of the community to log in to. */
export const undoDepartureBy = async (platform: Platform, token: string, address: string): Promise<string> => {
  const { communityId } = await bringBack(platform, token, address, async (work, members) => {
    for (const member of members) await markDealsOf(platform, work, member)
  })
  return communityId
}
