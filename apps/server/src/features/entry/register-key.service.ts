// Whoever knows the registration key may register; guessing is slowed down, but never blocks those who have the key.
import { audit, isKnownLoginAddress } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS, HALF_HOUR_MS, isAmongFirstOfDay, isLimitReached, consume } from '#server/kernel/limits/rate-limit.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { normalizeRegisterKey } from '#server/kernel/secrets.ts'
import { type RegistrationRules, isValidRegisterKey } from '../community/community.service.ts'
import { findAdministratorAccountIds } from './entry.queries.ts'

/** Audits that the registration key is being guessed, and mails the administrators of the community. */
const notifyAdministrators = ({ db, jobs }: Platform, communityId: string) =>
  inTransaction(db, async (tx, afterCommit) => {
    await audit(tx, { act: 'key.slowed', communityId })
    for (const accountId of await findAdministratorAccountIds(tx, communityId))
      await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'key', accountId, communityId })
  })

/**
 * Verifies the registration key. Throws `missingkey`, `badneighborhoodkey`. Wrong keys are limited per IP address;
 * after many wrong keys for a community, unknown IP addresses must wait.
 */
export const assertRegisterKey = async (
  platform: Platform,
  community: RegistrationRules,
  typedKey: string | undefined,
  address: string,
) => {
  const { db } = platform
  if (!typedKey || normalizeRegisterKey(typedKey) === '') return fail('missingkey', { field: 'registerkey' })
  const isKnown = await isKnownLoginAddress(db, { communityId: community.id }, address)
  const slowdown = { bucket: `key-community ${community.id}`, max: 50, windowMs: DAY_MS, caller: { address, isKnown } }
  const refund = await consume(
    db,
    [{ bucket: `key-address ${address}`, max: 5, windowMs: HALF_HOUR_MS }],
    isKnown ? undefined : slowdown,
  )
  if (await isValidRegisterKey(platform, community, typedKey)) return refund()
  await audit(db, { act: 'key.failed', communityId: community.id, address })
  if ((await isLimitReached(db, slowdown)) && (await isAmongFirstOfDay(db, `key-told ${community.id}`)))
    await notifyAdministrators(platform, community.id)
  return fail('badneighborhoodkey', { field: 'registerkey' })
}
