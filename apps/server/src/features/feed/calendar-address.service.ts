// Calendar programs read a calendar at a secret URL: whoever has the URL can read it, so only its hash is stored.
import type { CalendarAddress } from '@parvis/contract/calendar.ts'
import type { Language } from '@parvis/contract/language.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { recordAttempts, DAY_MS, HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { hashSecret, newSecret } from '#server/kernel/secrets.ts'
import { findViewer } from '../session/viewer.service.ts'
import { writeCalendar } from './calendar-file.ts'
import { findCalendarAddress, findCalendarOwner } from './calendar.queries.ts'
import { findPostsForFile, SUBSCRIBED_PAST_DAYS } from './calendar.service.ts'
import { translatorFor } from '#server/kernel/texts.ts'

const ADDRESSES_PER_DAY = 20
/** Limit for requests with an unknown secret from one caller in half an hour. */
const MAX_WRONG_ADDRESSES = 60

const noAddress: CalendarAddress = { since: null, onlyMine: false }

export const readAddress = async (db: Db, owner: Pick<Actor, 'communityId' | 'userId'>): Promise<CalendarAddress> => {
  const found = await findCalendarAddress(db, owner)
  return found ? { since: found.created_at.toISOString(), onlyMine: found.only_mine } : noAddress
}

/** Creates or replaces the secret URL. The secret cannot be read again later. */
export const createAddress = async (
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

/** Throws `error404` if the member has no calendar URL. */
export const changeAddress = async (db: Db, owner: Actor, onlyMine: boolean): Promise<CalendarAddress> => {
  const { numUpdatedRows } = await db
    .updateTable('calendar_addresses')
    .set({ only_mine: onlyMine })
    .where('community_id', '=', owner.communityId)
    .where('user_id', '=', owner.userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) fail('error404')
  return readAddress(db, owner)
}

export const removeAddress = async (db: Db, { communityId, userId }: Actor): Promise<CalendarAddress> => {
  await db
    .deleteFrom('calendar_addresses')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .execute()
  return noAddress
}

/**
 * Returns the calendar of a secret. Throws `error404` for an unknown secret, or if its owner may not log in any more.
 * Only unknown secrets count against the limit, so that guessing is limited while a valid URL always works.
 */
export const readCalendarByAddress = async (platform: Platform, secret: string, caller: string): Promise<string> => {
  const { db, site } = platform
  const owner = await findCalendarOwner(db, hashSecret(secret))
  const reader = owner && (await findViewer(platform, { communityId: owner.community_id, userId: owner.user_id }))
  if (!reader) {
    await consume(db, [{ bucket: `calendar-address ${caller}`, max: MAX_WRONG_ADDRESSES, windowMs: HALF_HOUR_MS }])
    return fail('error404')
  }
  const { language, only_mine } = owner
  const renderedPosts = await findPostsForFile(platform, reader, only_mine ? 'my' : 'all', SUBSCRIBED_PAST_DAYS)
  const name = translatorFor(language)('calendar.name', { community: reader.communityName })
  return writeCalendar(renderedPosts, { language, timezone: reader.timezone, origin: site.origin }, name)
}
