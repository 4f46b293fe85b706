// What other features need of a community: its visibility, its registration key and its creation.
import type { CommunityType } from '@parvis/contract/community.ts'
import type { Language } from '@parvis/contract/language.ts'
import type { RegisterKey } from '@parvis/contract/admin.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Actor, CommunityRef } from '#server/kernel/actor.ts'
import { newId } from '#server/kernel/ids.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { normalizeRegisterKey, isSameSecret, verifyPassword } from '#server/kernel/secrets.ts'
import { communityAbilities, canSeeInsideCommunity } from './community.policy.ts'
import { findRegistrationRules, findCommunityAccess, findRegisterKey, hasCommunity } from './community.queries.ts'

/** The row of `findCommunityAccess`; throws `error404` unless the actor may see inside the community. */
export const getCommunityAccess = async (db: Db, id: string, actor: Actor | null) => {
  const row = await findCommunityAccess(db, id)
  return row && canSeeInsideCommunity(row, actor) ? row : fail('error404')
}

/** What registration requires; throws `error404` for an unknown community. */
export const getRegistrationRules = async (db: Db, communityId: string) => {
  const row = (await findRegistrationRules(db, communityId)) ?? fail('error404', { field: 'communityId' })
  return {
    id: row.id,
    customUri: row.custom_uri,
    organizationId: row.organization_id,
    defaultLang: row.default_lang,
    timezone: row.timezone,
    needApproval: row.need_approval,
    needKey: row.register_key !== null || row.register_key_hash !== null,
    abilities: communityAbilities(row),
    registersByKey: row.community_type === 'Neighborhood' && row.is_private,
    key: row,
  }
}

export type RegistrationRules = Awaited<ReturnType<typeof getRegistrationRules>>

/** Only a hash of the registration key is stored, so the typed key is tried in the spellings that people use. */
const matchesHashedKey = async (
  { register_key_hash: hash, register_key_folded: folded }: RegistrationRules['key'],
  typed: string,
): Promise<boolean> => {
  const trimmed = typed.trim()
  const variants = folded
    ? [normalizeRegisterKey(typed)]
    : [trimmed, trimmed.toUpperCase().replace(/[\s\p{Pd}\u2212]+/gu, '-')]
  for (const variant of new Set(variants)) if (await verifyPassword(hash, variant)) return true
  return false
}

/**
 * Whether the typed registration key is valid. A key stored only as a hash is stored encrypted on its first use, so
 * that the team can read it.
 */
export const isValidRegisterKey = async (
  { db, secretBox, clock }: Pick<Platform, 'db' | 'secretBox' | 'clock'>,
  { id, key }: RegistrationRules,
  typed: string,
): Promise<boolean> => {
  if (key.register_key !== null) {
    const isFormerValid = key.former_register_key_until !== null && key.former_register_key_until > clock.now()
    const validKeys = [key.register_key, isFormerValid ? key.former_register_key : null]
    return validKeys
      .map(sealed => sealed && secretBox.open(sealed))
      .map(known => Boolean(known) && isSameSecret(normalizeRegisterKey(known!), normalizeRegisterKey(typed)))
      .includes(true)
  }
  if (key.register_key_hash === null || !(await matchesHashedKey(key, typed))) return false
  await db
    .updateTable('communities')
    .set({ register_key: secretBox.seal(typed.trim().toUpperCase()), register_key_hash: null })
    .where('id', '=', id)
    .where('register_key_hash', '=', key.register_key_hash)
    .execute()
  return true
}

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

/** Sets a new registration key; the previous key stops working at once, or at `formerUntil`. */
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

const ownChannelTypes = ['TemplateChannel', 'ShareChannel', 'NeighborhoodEventChannel'] as const

export interface NewCommunity {
  name: string
  customUri: string
  communityType: CommunityType
  isPrivate: boolean
  /** The registration key in plain text; null if none is required. */
  registerKey: string | null
  defaultLang: Language
  timezone: string
  ipAddress: string | null
  zipCode: string | null
  city: string | null
  longitude: number | null
  latitude: number | null
  isDefault: boolean
}

const defaultPlaces = (type: CommunityType): { kind: 'location' | 'equipment'; name: string; name_en: string }[] => {
  const [fr, en] = [translatorFor('fr'), translatorFor('en')]
  const place = (key: string) => ({ name: fr(`places.${key}`), name_en: en(`places.${key}`) })
  return [
    ...Array.from({ length: defaultPlaceCounts[type] }, (_, n) => ({
      kind: 'location' as const,
      ...place(`${type}.${n + 1}`),
    })),
    { kind: 'equipment', ...place('mine') },
  ]
}

/** How many default places the locale files name for each type of community. */
const defaultPlaceCounts: Record<CommunityType, number> = {
  Neighborhood: 6,
  Residence: 6,
  Building: 6,
  District: 6,
  Camping: 7,
  Organization: 4,
}

/** Creates the community with its channels and default places; returns its id. */
export const createCommunity = async (
  { secretBox, clock }: Pick<Platform, 'secretBox' | 'clock'>,
  tx: Tx,
  community: NewCommunity,
): Promise<string> => {
  const id = newId()
  const now = clock.now()
  const { registerKey } = community
  await tx
    .insertInto('communities')
    .values({
      id,
      name: community.name,
      custom_uri: community.customUri,
      community_type: community.communityType,
      is_private: community.isPrivate,
      register_key: registerKey && secretBox.seal(registerKey),
      register_key_at: registerKey ? now : null,
      default_lang: community.defaultLang,
      timezone: community.timezone,
      address: community.ipAddress,
      zip_code: community.zipCode,
      city: community.city,
      longitude: community.longitude,
      latitude: community.latitude,
      is_default: community.isDefault,
    })
    .execute()
  const channels = ownChannelTypes.map(type => ({ id: newId(), community_id: id, channel_type: type }))
  await tx.insertInto('channels').values(channels).execute()
  await tx
    .insertInto('community_channels')
    .values(channels.map(channel => ({ community_id: id, channel_id: channel.id })))
    .execute()
  await tx
    .insertInto('places')
    .values(defaultPlaces(community.communityType).map(place => ({ community_id: id, id: newId(), ...place })))
    .execute()
  return id
}

/** Sets the logo; returns the id of the previous one. */
export const setLogo = async (tx: Tx, communityId: string, logoId: string): Promise<string | null> => {
  const before = await tx
    .selectFrom('communities')
    .select('logo_id')
    .where('id', '=', communityId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('communities').set({ logo_id: logoId }).where('id', '=', communityId).execute()
  return before.logo_id
}

/**
 * Marks the templates of the community as changed, or with `isShared` those of all communities of the organization, so
 * that members’ feeds reload. Returns the ids of these communities.
 */
export const markTemplatesChanged = async (
  tx: Tx,
  { communityId, organizationId }: CommunityRef,
  isShared: boolean,
  now: Date,
): Promise<string[]> => {
  const touched = await tx
    .updateTable('communities')
    .set({ templates_updated_at: now })
    .where(eb =>
      eb.or([
        eb('id', '=', communityId),
        ...(isShared && organizationId ? [eb('organization_id', '=', organizationId)] : []),
      ]),
    )
    .returning('id')
    .execute()
  return touched.map(({ id }) => id)
}

/** Any stored registration key, with which the encryption secret can be checked; null if there is none. */
export const findEncryptedRegisterKey = async (db: Db): Promise<string | null> => {
  const row = await db
    .selectFrom('communities')
    .select('register_key')
    .where('register_key', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.register_key ?? null
}

export const hasNoCommunity = async (db: Db): Promise<boolean> => !(await hasCommunity(db))

export { usableChannels } from './community.policy.ts'
