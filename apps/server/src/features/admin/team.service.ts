// Whoever gives or takes a role of the team proves to be there, and those who run the installation are told: somebody who
// has found a session open can neither come into the team by it nor do so unseen.
import { changesTeam } from '@parvis/contract/admin.ts'
import type { Role } from '@parvis/contract/roles.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Work } from '#server/kernel/report.ts'
import { mustHaveProved } from '../session/proof.service.ts'
import { findOtherWebmasters } from './admin.queries.ts'

/** `proofneeded` for who has not proved a moment ago to be the owner of their account; `before` is null for an invitation. */
export const mustProveForTeam = async (
  platform: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  before: Role | null,
  after: Role,
): Promise<void> => {
  if (changesTeam(before, after)) await mustHaveProved(platform, actor)
}

interface RoleChange {
  /** Whose role it is. */
  userId: string
  role: Role
  /** Null of who is invited. */
  before: Role | null
}

/** A mail to each of the other webmasters, where the team changes. */
export const tellOfTeam = async (
  { jobs }: Pick<Platform, 'jobs'>,
  { tx, afterCommit }: Work,
  { accountId: own, communityId, userId: byId }: Pick<Actor, 'accountId' | 'communityId' | 'userId'>,
  change: RoleChange,
): Promise<void> => {
  if (!changesTeam(change.before, change.role)) return
  const orders = (await findOtherWebmasters(tx, own)).map(accountId => ({
    data: { accountId, communityId, byId, ...change },
  }))
  await jobs.enqueueAll(tx, afterCommit, 'admin.team', orders)
}
