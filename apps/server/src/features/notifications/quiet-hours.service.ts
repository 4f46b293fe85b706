// A push in a member’s quiet hours is postponed to the end of the quiet hours.
import { dayAt } from '@parvis/contract/past-event.ts'
import { addDays, instantAt } from '@parvis/contract/zoned-time.ts'
import type { QuietHours } from '@parvis/contract/notifications.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { changeAlertSettings } from './alerts.service.ts'

/** For members without stored settings; the same as the column defaults. */
const defaultQuietHours: QuietHours = { from: '22:00', until: '07:00' }

/** Removes the seconds that PostgreSQL adds. */
const withoutSeconds = (time: string) => time.slice(0, 5)

/** Returns the quiet hours of a member; an empty object means that there are none. */
export const findQuietHours = async (
  db: Db,
  { communityId, userId }: Pick<Actor, 'communityId' | 'userId'>,
): Promise<QuietHours> => {
  const row = await db
    .selectFrom('notification_settings')
    .select(['quiet_from', 'quiet_until'])
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return defaultQuietHours
  const { quiet_from, quiet_until } = row
  return quiet_from && quiet_until ? { from: withoutSeconds(quiet_from), until: withoutSeconds(quiet_until) } : {}
}

/** Stores the quiet hours; null removes them. Throws `badrequest` if they begin and end at the same time. */
export const setQuietHours = async (
  platform: Platform,
  actor: Actor,
  hours: Required<QuietHours> | null,
): Promise<QuietHours> => {
  if (hours && hours.from === hours.until) fail('badrequest', { field: 'until' })
  const { communityId: community_id, userId: user_id } = actor
  const quiet = { quiet_from: hours?.from ?? null, quiet_until: hours?.until ?? null }
  await changeAlertSettings(platform, actor, tx =>
    tx
      .insertInto('notification_settings')
      .values({ community_id, user_id, all_since: null, ...quiet })
      .onConflict(conflict => conflict.columns(['community_id', 'user_id']).doUpdateSet(quiet))
      .execute(),
  )
  return findQuietHours(platform.db, actor)
}

export interface QuietPeriod {
  from: number
  until: number
}

/**
 * Returns the current or next quiet period in epoch milliseconds; null without quiet hours. `timezone` is an IANA name.
 */
export const nextQuietPeriod = ({ from, until }: QuietHours, now: number, timezone: string): QuietPeriod | null => {
  if (!from || !until) return null
  const today = dayAt(now, timezone)
  // the quiet period that began yesterday may not be over
  for (const days of [-1, 0, 1]) {
    const [day, next] = [addDays(today, days), addDays(today, days + 1)]
    const quiet = {
      from: instantAt(day, from, timezone),
      until: instantAt(until > from ? day : next, until, timezone),
    }
    if (quiet.until > now) return quiet
  }
  return null
}
