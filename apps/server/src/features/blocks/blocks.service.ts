// A block is in force for both users before the request returns: every later read and live event respects it.
import type { Role } from '@parvis/contract/roles.ts'
import { type Actor, canBlock } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { recordAttempts, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type AfterCommit, inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { findBlockPartners, findBlockTarget, type BlockTargetRow } from './blocks.queries.ts'

/** Limit per user, for blocks and removals of blocks together. */
export const BLOCKS_PER_MINUTE = 30

const publishBlockChange = (bus: Platform['bus'], pair: readonly [string, string], isHidden: boolean): void => {
  bus.publish('actor.changed', { userIds: pair, ...(isHidden && { hiddenFromEachOther: pair }) })
  bus.publish('block.changed', { userIds: pair })
}

const changeBlock = async (
  { db, bus }: Platform,
  actor: Actor,
  other: BlockTargetRow,
  blocked: boolean,
  write: (tx: Tx) => Promise<bigint | undefined>,
): Promise<void> => {
  const pair = [actor.userId, other.author.id] as const
  await inTransaction(db, async (tx, afterCommit) => {
    if (!(await write(tx))) return
    await recordAttempts(tx, [{ bucket: `block ${actor.userId}`, max: BLOCKS_PER_MINUTE, windowMs: MINUTE_MS }])
    afterCommit(() => publishBlockChange(bus, pair, blocked))
  })
}

/** Throws `error404` also for users who have blocked the actor or are not approved: neither fact may be revealed. */
const getBlockTarget = async (platform: Platform, actor: Actor, id: string): Promise<BlockTargetRow> => {
  const other = await findBlockTarget(platform, actor, id)
  const isKnown = other && (other.is_blocked || (other.is_there && !actor.blockedIds.includes(other.author.id)))
  return isKnown ? other : fail('error404')
}

/** Idempotent. Throws `error404` for an unknown user, `forbidden` if the actor may not block this user. */
export const createBlock = async (platform: Platform, actor: Actor, id: string): Promise<BlockTargetRow> => {
  const other = await getBlockTarget(platform, actor, id)
  if (!canBlock(actor, { userId: other.author.id, role: other.author.role })) fail('forbidden')
  await changeBlock(platform, actor, other, true, async tx => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('user_blocks')
      .values({
        community_id: actor.communityId,
        user_id: actor.userId,
        blocked_community_id: other.community_id,
        blocked_user_id: other.author.id,
        created_at: platform.clock.now(),
      })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows
  })
  return other
}

/** Removes the actor’s own block only; a block by the other user stays in force. */
export const removeBlock = async (platform: Platform, actor: Actor, id: string): Promise<BlockTargetRow> => {
  const other = await getBlockTarget(platform, actor, id)
  await changeBlock(platform, actor, other, false, async tx => {
    const { numDeletedRows } = await tx
      .deleteFrom('user_blocks')
      .where('user_id', '=', actor.userId)
      .where('blocked_user_id', '=', other.author.id)
      .executeTakeFirst()
    return numDeletedRows
  })
  return other
}

/**
 * Publishes, for each block of a user whose role changes, whether the two users are now hidden from each other: no
 * block is in force while one of the two is on the team.
 */
export const publishBlocksAfterRoleChange = async (
  { bus }: Pick<Platform, 'bus'>,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  { userId, role }: { userId: string; role: Role },
): Promise<void> => {
  for (const partner of await findBlockPartners(tx, userId))
    afterCommit(() => publishBlockChange(bus, [userId, partner.id], role === 'neighbor' && partner.role === 'neighbor'))
}
