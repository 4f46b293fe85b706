// Administrators and webmasters manage the stays of members; a membership ends with the last stay of the member.
import type { StayDays } from '@parvis/contract/stay.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { createStay, updateStay, deleteStay } from '../profile/stay.service.ts'
import { findMembershipKey } from '../membership/suspension.service.ts'
import { canManageRole } from './admin.policy.ts'
import { findMember } from './admin.queries.ts'

/**
 * Throws `forbidden` if the member has more rights than the actor, who could otherwise end that membership by removing
 * the last stay.
 */
const assertCanManageMember = async (tx: Tx, actor: Actor, userId: string): Promise<void> => {
  const member = await findMembershipKey(tx, { communityId: actor.communityId, userId })
  if (member && !canManageRole(actor, member.role)) fail('forbidden')
}

export const addMemberStay = async (
  platform: Platform,
  actor: Actor,
  memberId: string,
  stay: StayDays,
): Promise<string> => {
  const { db } = platform
  const { communityId } = actor
  const member = (await findMember(db, communityId, memberId)) ?? fail('error404')
  if (!canManageRole(actor, member.role)) return fail('forbidden')
  return inTransaction(db, async (tx, afterCommit) => {
    const id = await createStay(platform, { tx, afterCommit }, { communityId, userId: member.id }, stay)
    await audit(tx, { act: 'stay.added', ...auditActor(actor), subjectId: member.id })
    return id
  })
}

export const changeMemberStay = (platform: Platform, actor: Actor, id: string, change: StayDays): Promise<void> =>
  inTransaction(platform.db, async (tx, afterCommit) => {
    const { communityId } = actor
    const memberId = await updateStay(platform, { tx, afterCommit }, { communityId, id }, change)
    await assertCanManageMember(tx, actor, memberId)
    await audit(tx, { act: 'stay.changed', ...auditActor(actor), subjectId: memberId })
  })

export const removeMemberStay = (platform: Platform, actor: Actor, id: string): Promise<void> =>
  inTransaction(platform.db, async (tx, afterCommit) => {
    const memberId = await deleteStay(platform, { tx, afterCommit }, { communityId: actor.communityId, id })
    await assertCanManageMember(tx, actor, memberId)
    await audit(tx, { act: 'stay.removed', ...auditActor(actor), subjectId: memberId })
  })
