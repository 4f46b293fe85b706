// A calendar program reads a member’s calendar at a secret URL, of which only the hash is stored. Whoever has the URL
// can read the calendar.
import type { CalendarAddress } from '@parvis/contract/calendar.ts'
import type { Language } from '@parvis/contract/language.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { recordAttempts, DAY_MS, HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { hashSecret, newSecret } from '#server/kernel/secrets.ts'
import { findViewer } from '../session/viewer.service.ts'
import { writeCalendarFile } from './calendar-file.ts'
import { findCalendarAddress, findCalendarOwner } from './calendar.queries.ts'
import { findPostsForFile, SUBSCRIBED_PAST_DAYS } from './calendar.service.ts'
import { translatorFor } from '#server/kernel/texts.ts'

const ADDRESSES_PER_DAY = 20
/** Maximum requests with an unknown secret from one IP address in half an hour. */
const MAX_WRONG_ADDRESSES = 60

const noAddress: CalendarAddress = { since: null, onlyMine: false }

export const readCalendarAddress = async (
  db: Db,
  owner: Pick<Actor, 'communityId' | 'userId'>,
): Promise<CalendarAddress> => {
  const found = await findCalendarAddress(db, owner)
  return found ? { since: found.created_at.toISOString(), onlyMine: found.only_mine } : noAddress
}

/** Creates or replaces the secret URL. The secret cannot be read again later. */
export const createCalendarAddress = async (
  { db, clock, site }: Pick<Platform, 'db' | 'clock' | 'site'>,
  { communityId, userId }: Actor,
  { onlyMine = false, language }: { onlyMine?: boolean; language: Language },
): Promise<CalendarAddress & { url: string }> => {
  const secret = newSecret()
  const now = clock.now()
  const address = { secret_hash: hashSecret(secret), only_mine: onlyMine, language, created_at: now }
  await db.transaction().execute(async tx => {
    await recordAttempts(tx, [{ bucket: `calendar ${userId}`, max: ADDRESSES_PER_DAY, windowMs: DAY_MS }])
    await tx
      .insertInto('calendar_addresses')
      .values({ community_id: communityId, user_id: userId, ...address })
      .onConflict(conflict => conflict.columns(['community_id', 'user_id']).doUpdateSet(address))
      .execute()
  })
  return { since: now.toISOString(), onlyMine, url: `${site.origin}/calendar/${secret}.ics` }
}

/** Changes whether the calendar contains only own and answered posts. Throws `error404` if the member has no URL. */
export const setOnlyMine = async (db: Db, owner: Actor, onlyMine: boolean): Promise<CalendarAddress> => {
  const { numUpdatedRows } = await db
    .updateTable('calendar_addresses')
    .set({ only_mine: onlyMine })
    .where('community_id', '=', owner.communityId)
    .where('user_id', '=', owner.userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('error404')
  return readCalendarAddress(db, owner)
}

export const removeCalendarAddress = async (db: Db, { communityId, userId }: Actor): Promise<CalendarAddress> => {
  await db
    .deleteFrom('calendar_addresses')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .execute()
  return noAddress
}

/**
 * Returns the iCalendar file of the owner of a secret. Throws `error404` if the secret is unknown or its owner may not
 * log in any more. Only these requests count against the limit, so that a valid URL always works.
 */
export const readCalendarByAddress = async (platform: Platform, secret: string, ipAddress: string): Promise<string> => {
  const { db, site } = platform
  const owner = await findCalendarOwner(db, hashSecret(secret))
  const viewer = owner && (await findViewer(platform, { communityId: owner.community_id, userId: owner.user_id }))
  if (!viewer) {
    await consume(db, [{ bucket: `calendar-address ${ipAddress}`, max: MAX_WRONG_ADDRESSES, windowMs: HALF_HOUR_MS }])
    return fail('error404')
  }
  const { language, only_mine } = owner
  const renderedPosts = await findPostsForFile(platform, viewer, only_mine ? 'my' : 'all', SUBSCRIBED_PAST_DAYS)
  const name = translatorFor(language)('calendar.name', { community: viewer.communityName })
  return writeCalendarFile(renderedPosts, { language, timezone: viewer.timezone, origin: site.origin }, name)
}
