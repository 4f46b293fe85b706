// A cookie identifies a browser in which the owner has logged in, so that wrong passwords of others do not lock the
// owner out there.
import { sql } from 'kysely'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { deleteInBatches } from '#server/kernel/postgres/delete-in-batches.ts'
import { hashSecret, newSecret } from '#server/kernel/secrets.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'

export const KNOWN_DEVICE_DAYS = 730
const MAX_DEVICES_PER_ACCOUNT = 20

/**
 * Registers a device as known to the account and returns its token. A token that the account does not know is replaced,
 * so that nobody can plant their own cookie in the browser of somebody else.
 */
export const rememberDevice = (db: Db, accountId: string, deviceToken: string | undefined): Promise<string> =>
  inTransaction(db, async tx => {
    const seenAt = new Date()
    const givenHash = deviceToken === undefined ? null : hashSecret(deviceToken)
    const isKnown = await tx
      .updateTable('known_devices')
      .set({ seen_at: seenAt })
      .where('account_id', '=', accountId)
      .where('device_hash', '=', givenHash ?? '')
      .returning('account_id')
      .executeTakeFirst()
    if (isKnown) return deviceToken!
    const token = newSecret()
    const device_hash = hashSecret(token)
    if (givenHash)
      await tx.updateTable('known_devices').set({ device_hash }).where('device_hash', '=', givenHash).execute()
    await tx.insertInto('known_devices').values({ account_id: accountId, device_hash, seen_at: seenAt }).execute()
    await tx
      .deleteFrom('known_devices')
      .where('account_id', '=', accountId)
      .where('device_hash', 'not in', eb =>
        eb
          .selectFrom('known_devices')
          .select('device_hash')
          .where('account_id', '=', accountId)
          .orderBy('seen_at', 'desc')
          .limit(MAX_DEVICES_PER_ACCOUNT),
      )
      .execute()
    return token
  })

export const purgeOldDevices = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - KNOWN_DEVICE_DAYS * DAY_MS)
  await deleteInBatches(
    db,
    limit => sql`delete from known_devices where ctid = any(array(
      select ctid from known_devices where seen_at < ${before} limit ${limit} for update skip locked))`,
  )
}
