// A community is a place with a door: what the door asks is told here to the rooms that open it.
import type { RegisterKey } from '@parvis/contract/admin.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { foldKey, isSameSecret, verifyPassword } from '#server/kernel/secrets.ts'
import { communityAbilities } from './community.policy.ts'
import { findEntrance, findRegisterKey, hasCommunity } from './community.queries.ts'

/** What it takes to enter; `error404` when there is no such community. */
export const getCommunityEntrance = async (db: Db, communityId: string) => {
  const row = (await findEntrance(db, communityId)) ?? fail('error404', { field: 'communityId' })
  return {
    id: row.id,
    organizationId: row.organization_id,
    defaultLang: row.default_lang,
    timezone: row.timezone,
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
  { db, secretBox, clock }: Pick<Platform, 'db' | 'secretBox' | 'clock'>,
  { id, key }: Entrance,
  typed: string,
): Promise<boolean> => {
  if (key.register_key !== null) {
    const isFormerGood = key.former_register_key_until !== null && key.former_register_key_until > clock.now()
    const good = [key.register_key, isFormerGood ? key.former_register_key : null]
    return good
      .map(sealed => sealed && secretBox.open(sealed))
      .map(known => Boolean(known) && isSameSecret(foldKey(known!), foldKey(typed)))
      .includes(true)
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

/** What who runs the community is told of its key. */
export const getRegisterKey = async (
  { db, secretBox, clock }: Pick<Platform, 'db' | 'secretBox' | 'clock'>,
  communityId: string,
): Promise<RegisterKey> => {
  const row = await findRegisterKey(db, communityId)
  const until = row.former_register_key_until
  return {
    key: row.register_key && secretBox.open(row.register_key),
    since: row.register_key_at?.toISOString() ?? null,
    cameIn: row.came_in,
    formerUntil: until && until > clock.now() ? until.toISOString() : null,
  }
}

/** A new key for the door, as its team writes it; the one before stops at once, or goes on until then. */
export const changeRegisterKey = async (
  { secretBox, clock }: Pick<Platform, 'secretBox' | 'clock'>,
  tx: Tx,
  communityId: string,
  { key, formerUntil }: { key: string; formerUntil: Date | null },
): Promise<void> => {
  await tx
    .updateTable('communities')
    .set(eb => ({
      register_key: secretBox.seal(key),
      register_key_hash: null,
      register_key_at: clock.now(),
      former_register_key: formerUntil ? eb.ref('register_key') : null,
      former_register_key_until: formerUntil,
    }))
    .where('id', '=', communityId)
    .execute()
}

/** Whether nobody has made a community yet. */
export const isUnsettled = async (db: Db): Promise<boolean> => !(await hasCommunity(db))

export { canPost, usableChannels } from './community.policy.ts'
