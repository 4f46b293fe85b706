// A block is in force on both sides before its call returns: whatever is read or told after it knows of it.
import type { Role } from '@parvis/contract/roles.ts'
import { type Actor, mayBlock } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { countHits, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type AfterCommit, inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { findBlockPartners, findOther, type PersonRow } from './blocks.queries.ts'

/** Blocks made and taken back. */
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
 * Whom this actor may know of; `error404` for others: who has blocked them, or is not let in, is told of by nothing.
 */
const mustKnow = async (platform: Platform, actor: Actor, id: string): Promise<PersonRow> => {
  const other = await findOther(platform, actor, id)
  const isKnown = other && (other.is_blocked || (other.is_there && !actor.blockedIds.includes(other.author.id)))
  return isKnown ? other : fail('error404')
}

/**
 * Done again it changes nothing. Throws `error404` for who is not there, `forbidden` for who may not block, or be blocked.
 */
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

/** What the other one has blocked stays. */
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
 * A block rests while one of the two is of the team: whom a new role shows to each other, or hides, are told at once.
 */
export const announceBlocksOf = async (
  { bus }: Pick<Platform, 'bus'>,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  { userId, role }: { userId: string; role: Role },
): Promise<void> => {
  for (const partner of await findBlockPartners(tx, userId))
    afterCommit(() => announce(bus, [userId, partner.id], role === 'neighbor' && partner.role === 'neighbor'))
}
