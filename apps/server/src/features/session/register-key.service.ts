// The registration key of a community admits whoever knows it; guessing is slowed down, but never blocks those who have
// the key.
import { audit, isSeenAddress } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS, HALF_HOUR_MS, isAmongFirstInDay, isFull, takeHits } from '#server/kernel/limits/rate-limit.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { foldKey } from '#server/kernel/secrets.ts'
import { type Entrance, isRegisterKey } from '../community/community.service.ts'
import { findAdministrators } from './session.queries.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'key.failed': true
    'key.slowed': true
  }
}

/** Audits that a key is being guessed at, and mails the administrators of the community. */
const tellTeam = ({ db, jobs }: Platform, communityId: string) =>
  inTransaction(db, async (tx, afterCommit) => {
    await audit(tx, { act: 'key.slowed', communityId })
    for (const accountId of await findAdministrators(tx, communityId))
      await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'key', accountId, communityId })
  })

/**
 * `missingkey`, `badneighborhoodkey`. Wrong keys are limited by address; if a community gets many of them, unknown
 * addresses are slowed down.
 */
export const mustHaveKey = async (
  platform: Platform,
  community: Entrance,
  typed: string | undefined,
  address: string,
) => {
  const { db } = platform
  if (!typed || foldKey(typed) === '') return fail('missingkey', { field: 'registerkey' })
  const isSeen = await isSeenAddress(db, { communityId: community.id }, address)
  const slowdown = { bucket: `key-community ${community.id}`, most: 50, windowMs: DAY_MS, caller: { address, isSeen } }
  const forgive = await takeHits(
    db,
    [{ bucket: `key-address ${address}`, most: 5, windowMs: HALF_HOUR_MS }],
    isSeen ? undefined : slowdown,
  )
  if (await isRegisterKey(platform, community, typed)) return forgive()
  await audit(db, { act: 'key.failed', communityId: community.id, address })
  if ((await isFull(db, slowdown)) && (await isAmongFirstInDay(db, `key-told ${community.id}`)))
    await tellTeam(platform, community.id)
  return fail('badneighborhoodkey', { field: 'registerkey' })
}
