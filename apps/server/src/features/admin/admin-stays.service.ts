// The team sets the stays of members; a membership ends with its last stay.
import type { StayDays } from '@parvis/contract/stay.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, by } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { addStayOf, changeStayOf, removeStayOf } from '../profile/stay.service.ts'
import { findMemberKey } from '../session/suspension.service.ts'
import { decidesOn } from './admin.policy.ts'
import { findMember } from './admin.queries.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'stay.added': true
    'stay.changed': true
    'stay.removed': true
  }
}

/** `forbidden` for a member with more rights than the actor: removing their last stay would end their membership. */
const mustDecideOn = async (tx: Tx, actor: Actor, userId: string): Promise<void> => {
  const member = await findMemberKey(tx, { communityId: actor.communityId, userId })
  if (member && !decidesOn(actor, member.role)) fail('forbidden')
}

/** Returns the id of the stay. */
export const giveStay = async (platform: Platform, actor: Actor, memberId: string, stay: StayDays): Promise<string> => {
  const { db } = platform
  const { communityId } = actor
  const member = (await findMember(db, communityId, memberId)) ?? fail('error404')
  if (!decidesOn(actor, member.role)) return fail('forbidden')
  return inTransaction(db, async (tx, afterCommit) => {
    const id = await addStayOf(platform, { tx, afterCommit }, { communityId, userId: member.id }, stay)
    await audit(tx, { act: 'stay.added', ...by(actor), subjectId: member.id })
    return id
  })
}

export const moveStay = (platform: Platform, actor: Actor, id: string, change: StayDays): Promise<void> =>
  inTransaction(platform.db, async (tx, afterCommit) => {
    const { communityId } = actor
    const memberId = await changeStayOf(platform, { tx, afterCommit }, { communityId, id }, change)
    await mustDecideOn(tx, actor, memberId)
    await audit(tx, { act: 'stay.changed', ...by(actor), subjectId: memberId })
  })

export const takeStay = (platform: Platform, actor: Actor, id: string): Promise<void> =>
  inTransaction(platform.db, async (tx, afterCommit) => {
    const memberId = await removeStayOf(platform, { tx, afterCommit }, { communityId: actor.communityId, id })
    await mustDecideOn(tx, actor, memberId)
    await audit(tx, { act: 'stay.removed', ...by(actor), subjectId: memberId })
  })
