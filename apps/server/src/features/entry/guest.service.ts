// A visitor of an open neighbourhood may read it as a guest, identified only by a secret stored on the device.
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import { hashSecret, looksRandom } from '#server/kernel/secrets.ts'
import { type RegistrationRules, getRegistrationRules } from '../community/community.service.ts'
import { auditRepeatable } from '../session/session.service.ts'
import type { AuthenticatedUser } from '../session/complete-log-in.service.ts'
import { assertRegisterKey } from './register-key.service.ts'
import { addGuest, deleteGuest } from '../membership/account.service.ts'
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
  await auditRepeatable(db, `guest-noted ${guest.id} ${address}`, {
    act: 'guest',
    communityId: community.id,
    userId: guest.id,
    address,
  })
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
  const created = await inTransaction(db, async tx => {
    const guest = await addGuest(tx, community.id)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('guests')
      .values({ community_id: community.id, device_hash: deviceHash, user_id: guest.userId })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) {
      await deleteGuest(tx, guest)
      return null
    }
    await audit(tx, { act: 'guest', communityId: community.id, userId: guest.userId, address })
    return guest
  })
  return created ?? resumeGuest(platform, form, address)
}
