// A community is a place with a door: what the door asks is told here to the rooms that open it.
import type { Db } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import { foldKey, hashPassword, verifyPassword } from '#server/kernel/secrets.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { communityAbilities, seesInside } from './community.policy.ts'
import { findEntrance, findOpening, hasCommunity } from './community.queries.ts'

/** A community that this reader may look into: one that is not private, or their own. `error404` for any other. */
export const getOpenCommunity = async (db: Db, id: string, actor: Actor | null) => {
  const row = await findOpening(db, id)
  return row && seesInside(row, actor) ? row : fail('error404')
}

/** What it takes to enter; `error404` when there is no such community. */
export const getCommunityEntrance = async (db: Db, communityId: string) => {
  const row = (await findEntrance(db, communityId)) ?? fail('error404', { field: 'communityId' })
  return {
    id: row.id,
    registerKeyHash: row.register_key_hash,
    registerKeyFolded: row.register_key_folded,
    enterAsGuest: communityAbilities(row).enterAsGuest,
  }
}

/**
 * Whether this is the community's key. One that was stored as it was typed is tried as people write keys, and is kept in its plain
 * form from its first use on.
 */
export const isRegisterKey = async (
  db: Db,
  {
    id,
    registerKeyHash,
    registerKeyFolded,
  }: { id: string; registerKeyHash: string | null; registerKeyFolded: boolean },
  typed: string,
): Promise<boolean> => {
  if (registerKeyFolded) return verifyPassword(registerKeyHash, foldKey(typed))
  const spellings = new Set([
    typed.trim(),
    typed
      .trim()
      .toUpperCase()
      .replace(/[\s\p{Pd}\u2212]+/gu, '-'),
  ])
  for (const spelling of spellings) {
    if (!(await verifyPassword(registerKeyHash, spelling))) continue
    await db
      .updateTable('communities')
      .set({ register_key_hash: await hashPassword(foldKey(typed)), register_key_folded: true })
      .where('id', '=', id)
      .execute()
    return true
  }
  return false
}

/** Whether nobody has made a community yet. */
export const isUnsettled = async (db: Db): Promise<boolean> => !(await hasCommunity(db))

export { canPost, usableChannels } from './community.policy.ts'
