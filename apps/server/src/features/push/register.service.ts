// A browser or app receives pushes while a member is signed in there. It belongs to the session that registered it
// last.
import type { Language } from '@parvis/contract/language.ts'
import type { PushOs, PushState } from '@parvis/contract/push.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import { recordAttempts, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { isPhone, readDevice } from './device.ts'
import { getPushKeys } from './push-keys.service.ts'
import { findEndpointLanguage } from './push.queries.ts'
import { findPushService, supportedPhones } from './push-services.ts'

export const REGISTRATIONS_PER_MINUTE = 20
/** Maximum number of registrations of one account; beyond that the oldest ones are deleted. */
export const MAX_ENDPOINTS_PER_ACCOUNT = 10

export const readPushState = async (platform: Platform, { sessionId }: Actor): Promise<PushState> => {
  const { publicKey } = await getPushKeys(platform)
  const lang = await findEndpointLanguage(platform.db, sessionId)
  const phones = supportedPhones(platform)
  return lang ? { publicKey, phones, registered: true, lang } : { publicKey, phones, registered: false }
}

/**
 * Registers a device for the session. Throws `badrequest` for an invalid token, a phone token from outside its app, or
 * a URL that is not public, and `pushunavailable` if the installation has no key for this kind of device.
 */
export const registerEndpoint = async (
  platform: Platform,
  { sessionId, accountId, communityId, userId, isShellSession }: Actor,
  { token, os, lang }: { token: string; os: PushOs; lang: Language },
): Promise<void> => {
  const { db, clock, postExternal } = platform
  if (isPhone(os) && !isShellSession) fail('badrequest', { field: 'os' })
  if (!findPushService(platform, os)) fail('pushunavailable', { field: 'os' })
  // the keys are loaded first, because creating a new key pair deletes existing registrations
  await getPushKeys(platform)
  const device = readDevice(os, token) ?? fail('badrequest', { field: 'token' })
  const { address } = device
  await recordAttempts(db, [{ bucket: `push-token ${userId}`, max: REGISTRATIONS_PER_MINUTE, windowMs: MINUTE_MS }])
  if (!isPhone(os)) await postExternal.assertAllowed(address).catch(() => fail('badrequest', { field: 'token' }))
  await inTransaction(db, async tx => {
    // serializes two sessions that register the same device
    await sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`.execute(tx)
    // a session that is ending at this moment cannot register
    const session = tx.selectFrom('sessions').select('id').where('id', '=', sessionId).forKeyShare()
    if (!(await session.executeTakeFirst())) fail('nosession')
    await tx.deleteFrom('push_endpoints').where('address', '=', address).where('session_id', '<>', sessionId).execute()
    const values = {
      community_id: communityId,
      user_id: userId,
      ...device,
      language: lang,
      failing_since: null,
      rests_until: null,
    }
    await tx
      .insertInto('push_endpoints')
      .values({ ...values, id: newId(), session_id: sessionId, created_at: clock.now() })
      .onConflict(conflict => conflict.column('session_id').doUpdateSet(values))
      .execute()
    const outdatedIds = tx
      .selectFrom('push_endpoints as e')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select('e.id')
      .where('u.account_id', '=', accountId)
      .orderBy('e.created_at', 'desc')
      .orderBy('e.id', 'desc')
      .offset(MAX_ENDPOINTS_PER_ACCOUNT)
    await tx.deleteFrom('push_endpoints').where('id', 'in', outdatedIds).execute()
  })
}

export const unregisterEndpoint = async ({ db }: Platform, { sessionId }: Actor): Promise<void> => {
  await db.deleteFrom('push_endpoints').where('session_id', '=', sessionId).execute()
}
