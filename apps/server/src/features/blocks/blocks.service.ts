// A block is in force on both sides before the request returns: everything read or published afterwards respects it.
import type { Role } from '@parvis/contract/roles.ts'
import { type Actor, mayBlock } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { countHits, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type AfterCommit, inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { findBlockPartners, findOther, type PersonRow } from './blocks.queries.ts'

/** Blocks and unblocks together. */
export const BLOCKS_PER_MINUTE = 30

const announce = (bus: Platform['bus'], pair: readonly [string, string], silenced: boolean): void => {
  bus.announce('actor.changed', { userIds: pair, ...(silenced && { silenced: pair }) })
  bus.announce('user.silenced', { userIds: pair })
}

const change = async (
  { db, bus }: Platform,
  actor: Actor,
  other: PersonRow,
  blocked: boolean,
  write: (tx: Tx) => Promise<bigint | undefined>,
): Promise<void> => {
  const pair = [actor.userId, other.author.id] as const
  await inTransaction(db, async (tx, afterCommit) => {
    if (!(await write(tx))) return
    await countHits(tx, [{ bucket: `block ${actor.userId}`, most: BLOCKS_PER_MINUTE, windowMs: MINUTE_MS }])
    afterCommit(() => announce(bus, pair, blocked))
  })
}

/**
 * Returns the user. Throws `error404` for users the actor may not know of: who has blocked them, or is no approved
 * member, must not be revealed.
 */
const mustKnow = async (platform: Platform, actor: Actor, id: string): Promise<PersonRow> => {
  const other = await findOther(platform, actor, id)
  const isKnown = other && (other.is_blocked || (other.is_there && !actor.blockedIds.includes(other.author.id)))
  return isKnown ? other : fail('error404')
}

/** Idempotent. Throws `error404` for an unknown user, `forbidden` where the actor may not block this user. */
export const block = async (platform: Platform, actor: Actor, id: string): Promise<PersonRow> => {
  const other = await mustKnow(platform, actor, id)
  if (!mayBlock(actor, { userId: other.author.id, role: other.author.role })) fail('forbidden')
  await change(platform, actor, other, true, async tx => {
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

/** A block in the other direction stays in force. */
export const unblock = async (platform: Platform, actor: Actor, id: string): Promise<PersonRow> => {
  const other = await mustKnow(platform, actor, id)
  await change(platform, actor, other, false, async tx => {
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
 * A block has no effect while one of the two belongs to the team, so a role change is published to the users it reveals
 * to each other or hides.
 */
export const announceBlocksOf = async (
  { bus }: Pick<Platform, 'bus'>,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  { userId, role }: { userId: string; role: Role },
): Promise<void> => {
  for (const partner of await findBlockPartners(tx, userId))
    afterCommit(() => announce(bus, [userId, partner.id], role === 'neighbor' && partner.role === 'neighbor'))
}
