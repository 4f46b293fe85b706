// A change of the team needs a recent proof of ownership of the account and is mailed to the webmasters, so that
// whoever steals a session can neither join the team nor change it unnoticed.
import { isTeamChange } from '@parvis/contract/admin.ts'
import type { Role } from '@parvis/contract/roles.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import { assertRecentProof } from '../second-factor/proof.service.ts'
import { findOtherWebmasterAccountIds } from './admin.queries.ts'

/**
 * Throws `proofneeded` for a change of a team role without a recent proof of ownership of the actor's account.
 * `roleBefore` is null for an invitation.
 */
export const assertProofForTeamChange = async (
  platform: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  roleBefore: Role | null,
  roleAfter: Role,
): Promise<void> => {
  if (isTeamChange(roleBefore, roleAfter)) await assertRecentProof(platform, actor)
}

interface RoleChange {
  userId: string
  role: Role
  /** The role before the change; null for an invitation. */
  before: Role | null
}

/** Enqueues a mail to each webmaster except the actor, if the change concerns a team role. */
export const notifyWebmasters = async (
  { jobs }: Pick<Platform, 'jobs'>,
  { tx, afterCommit }: TransactionContext,
  { accountId: own, communityId, userId: byId }: Pick<Actor, 'accountId' | 'communityId' | 'userId'>,
  change: RoleChange,
): Promise<void> => {
  if (!isTeamChange(change.before, change.role)) return
  const mailJobs = (await findOtherWebmasterAccountIds(tx, own)).map(accountId => ({
    data: { accountId, communityId, byId, ...change },
  }))
  await jobs.enqueueAll(tx, afterCommit, 'admin.team', mailJobs)
}
