// A community is a place with a door: what the door asks is told here to the rooms that open it.
import type { Db } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { foldKey, isSameSecret, verifyPassword } from '#server/kernel/secrets.ts'
import { communityAbilities } from './community.policy.ts'
import { findEntrance, hasCommunity } from './community.queries.ts'

/** What it takes to enter; `error404` when there is no such community. */
export const getCommunityEntrance = async (db: Db, communityId: string) => {
  const row = (await findEntrance(db, communityId)) ?? fail('error404', { field: 'communityId' })
  return {
    id: row.id,
    organizationId: row.organization_id,
    defaultLang: row.default_lang,
    needApproval: row.need_approval,
    needKey: row.register_key !== null || row.register_key_hash !== null,
    abilities: communityAbilities(row),
    /** Whoever shows the key of a private neighbourhood may register there too. */
    registersByKey: row.community_type === 'Neighborhood' && row.is_private,
    key: row,
  }
}

export type Entrance = Awaited<ReturnType<typeof getCommunityEntrance>>

/** One that was stored as it was typed is tried as people write keys. */
const isHashedKey = async (
  { register_key_hash: hash, register_key_folded: folded }: Entrance['key'],
  typed: string,
): Promise<boolean> => {
  const asWritten = typed.trim()
  const spellings = folded ? [foldKey(typed)] : [asWritten, asWritten.toUpperCase().replace(/[\s\p{Pd}\u2212]+/gu, '-')]
  for (const spelling of new Set(spellings)) if (await verifyPassword(hash, spelling)) return true
  return false
}

/** Whether this is the community's key. One that is known by its hash alone is kept so that its team can read it, from its first use on. */
export const isRegisterKey = async (
  { db, secretBox }: Pick<Platform, 'db' | 'secretBox'>,
  { id, key }: Entrance,
  typed: string,
): Promise<boolean> => {
  if (key.register_key !== null) {
    const known = secretBox.open(key.register_key)
    return known !== null && isSameSecret(foldKey(known), foldKey(typed))
  }
  if (key.register_key_hash === null || !(await isHashedKey(key, typed))) return false
  await db
    .updateTable('communities')
    .set({ register_key: secretBox.seal(typed.trim().toUpperCase()), register_key_hash: null })
    .where('id', '=', id)
    .where('register_key_hash', '=', key.register_key_hash)
    .execute()
  return true
}

/** Whether nobody has made a community yet. */
export const isUnsettled = async (db: Db): Promise<boolean> => !(await hasCommunity(db))

export { canPost, usableChannels } from './community.policy.ts'
