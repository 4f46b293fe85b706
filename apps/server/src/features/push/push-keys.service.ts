// Push services know an installation by one VAPID key pair; with another, every browser would have to register again.
import { sql } from 'kysely'
import { memoize } from '#server/kernel/memoize.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { PushKeys } from './push-settings.ts'

type KeyPlatform = Pick<Platform, 'db' | 'secretBox' | 'settings'>

const readStoredKeys = async (tx: Tx, { secretBox }: KeyPlatform): Promise<PushKeys | null> => {
  const row = await tx.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
  const privateKey = row && secretBox.open(row.private_key)
  return row && privateKey ? { publicKey: row.public_key, privateKey } : null
}

const readOrCreateKeys = (platform: KeyPlatform): Promise<PushKeys> =>
  inTransaction(platform.db, async tx => {
    // servers that start at the same time create one key pair
    await sql`select pg_advisory_xact_lock(hashtext('push_keys'))`.execute(tx)
    const stored = await readStoredKeys(tx, platform)
    if (stored) return stored
    // no keys are stored, or the server secret has changed and they cannot be decrypted: registrations are useless
    await tx.deleteFrom('push_keys').execute()
    await tx.deleteFrom('push_endpoints').execute()
    const { generateVAPIDKeys } = (await import('web-push')).default
    const created = generateVAPIDKeys()
    await tx
      .insertInto('push_keys')
      .values({ public_key: created.publicKey, private_key: platform.secretBox.seal(created.privateKey) })
      .execute()
    return created
  })

export const findEncryptedPushKey = async (db: Platform['db']): Promise<string | null> =>
  (await db.selectFrom('push_keys').select('private_key').executeTakeFirst())?.private_key ?? null

const storedKeys = defineState((platform: KeyPlatform) => memoize(() => readOrCreateKeys(platform)))

export const getPushKeys = async (platform: KeyPlatform & Pick<Platform, 'state'>): Promise<PushKeys> =>
  platform.settings.pushKeys ?? storedKeys(platform)()
