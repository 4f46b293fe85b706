// A visitor of an open neighbourhood may read it as a guest, identified only by a secret stored on the device.
import { sql } from 'kysely'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { HALF_HOUR_MS, isAmongFirstOfDay, consume } from '#server/kernel/limits/rate-limit.ts'
import { hashSecret, looksRandom } from '#server/kernel/secrets.ts'
import { type RegistrationRules, getRegistrationRules } from '../community/community.service.ts'
import { MAX_AUDITED_PER_DAY } from './log-in-limits.ts'
import type { AuthenticatedUser } from './log-in.service.ts'
import { assertRegisterKey } from './register-key.service.ts'
import { sessionLifetimeMs } from '../session/session.policy.ts'
import { findGuest } from './entry.queries.ts'

/** Throws, in this order, `unauthorized` if guests are not allowed, `badrequest` for a secret that can be guessed. */
const assertCanEnterAsGuest = ({ abilities }: RegistrationRules, { deviceId }: { deviceId: string }) => {
  if (!abilities.enterAsGuest) fail('unauthorized')
  if (!looksRandom(deviceId)) fail('badrequest')
}

/**
 * Logs in the existing guest of this device. Throws `unknown` if there is none, `unauthorized` if the guest is
 * disabled.
 */
export const resumeGuest = async (
  { db }: Platform,
  form: { communityId: string; deviceId: string },
  address: string,
): Promise<AuthenticatedUser> => {
  const community = await getRegistrationRules(db, form.communityId)
  assertCanEnterAsGuest(community, form)
  const deviceHash = hashSecret(form.deviceId)
  const guest = await findGuest(db, community.id, deviceHash)
  if (!guest) return fail('unknown')
  if (!guest.enabled_at || guest.disabled_at) return fail('unauthorized')
  await db
    .updateTable('guests')
    .set({ seen_at: new Date() })
    .where('community_id', '=', community.id)
    .where('device_hash', '=', deviceHash)
    .execute()
  if (await isAmongFirstOfDay(db, `guest-noted ${guest.id} ${address}`, MAX_AUDITED_PER_DAY))
    await audit(db, { act: 'guest', communityId: community.id, userId: guest.id, address })
  return { accountId: guest.account_id, communityId: community.id, userId: guest.id }
}

/** Creates a guest, or logs in the existing one of this device. Throws `missingkey`, `badneighborhoodkey`. */
export const createGuest = async (
  platform: Platform,
  form: { communityId: string; deviceId: string; registerkey?: string },
  address: string,
): Promise<AuthenticatedUser> => {
  const { db } = platform
  const community = await getRegistrationRules(db, form.communityId)
  assertCanEnterAsGuest(community, form)
  if (community.needKey) await assertRegisterKey(platform, community, form.registerkey, address)
  const deviceHash = hashSecret(form.deviceId)
  if (await findGuest(db, community.id, deviceHash)) return resumeGuest(platform, form, address)
  await consume(db, [{ bucket: `guest-address ${address}`, max: 30, windowMs: HALF_HOUR_MS }])
  const accountId = newId()
  const userId = newId()
  const isCreated = await inTransaction(db, async tx => {
    await tx
      .insertInto('accounts')
      .values({ id: accountId, email: null, password_hash: null, confirmed_at: null })
      .execute()
    await tx
      .insertInto('users')
      .values({
        community_id: community.id,
        id: userId,
        account_id: accountId,
        role: 'guest',
        pseudo: `guest-${userId.slice(-12)}`,
      })
      .execute()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('guests')
      .values({ community_id: community.id, device_hash: deviceHash, user_id: userId })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) {
      await tx.deleteFrom('users').where('community_id', '=', community.id).where('id', '=', userId).execute()
      await tx.deleteFrom('accounts').where('id', '=', accountId).execute()
      return false
    }
    await audit(tx, { act: 'guest', communityId: community.id, userId, address })
    return true
  })
  return isCreated ? { accountId, communityId: community.id, userId } : resumeGuest(platform, form, address)
}

const BATCH_SIZE = 100

/** Deletes guests that were idle for longer than a guest session may be. The next run completes an interrupted run. */
export const purgeIdleGuests = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - sessionLifetimeMs('guest').idle)
  let purged: number
  do {
    const { rows } = await sql<{ id: string }>`
      with idle as (
        select g.community_id, g.user_id from guests g
        where g.seen_at < ${before} and not exists (
          select from sessions s where s.community_id = g.community_id and s.user_id = g.user_id and s.seen_at >= ${before})
        limit ${BATCH_SIZE} for update of g skip locked
      ), gone as (
        delete from users u using idle where u.community_id = idle.community_id and u.id = idle.user_id and u.role = 'guest'
        returning u.account_id
      )
      delete from accounts a using gone where a.id = gone.account_id returning a.id`.execute(db)
    purged = rows.length
  } while (purged === BATCH_SIZE)
}
