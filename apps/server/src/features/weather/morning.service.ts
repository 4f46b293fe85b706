// Each morning the day’s forecast is published in the feed, exactly once across all processes.
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { sql } from 'kysely'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import { createEvent, type NewEvent } from '../feed/create-event.service.ts'
import { findStaffAuthor } from '../membership/staff-author.service.ts'
import { iconOf } from './conditions.ts'
import type { ReportedDay } from './report.ts'
import { getWeatherReport } from './report.service.ts'
import { findUnpublishedMorning } from './weather.queries.ts'
import { daySummary, skyText } from './weather-text.ts'

/** The forecast is published between these local times of the community. */
const MORNING_START = '07:00'
const MORNING_END = '10:00'
const BATCH_SIZE = 100
const RETENTION_DAYS = 7

/**
 * Enqueues a job for each community in which the morning has begun. A row inserted for community and day makes the job
 * unique across processes.
 */
export const enqueueMorningForecasts = async ({ db, clock, jobs, settings }: Platform): Promise<void> => {
  if (!settings.weather) return
  const now = clock.now()
  for (;;) {
    const begun = await inTransaction(db, async (tx, afterCommit) => {
      const { rows } = await sql<{ community_id: string; day: string }>`
        insert into weather_mornings (community_id, day)
        select c.id, (${now}::timestamptz at time zone c.timezone)::date from communities c
        where c.weather and c.latitude is not null and c.longitude is not null
          and (${now}::timestamptz at time zone c.timezone)::time >= ${MORNING_START}::time
          and (${now}::timestamptz at time zone c.timezone)::time < ${MORNING_END}::time
          and not exists (
            select from weather_mornings m
            where m.community_id = c.id and m.day = (${now}::timestamptz at time zone c.timezone)::date
          )
        order by c.id limit ${BATCH_SIZE}
        on conflict do nothing
        returning community_id, day`.execute(tx)
      for (const { community_id: communityId, day } of rows)
        await jobs.enqueue(tx, afterCommit, 'weather.morning', { communityId, day })
      return rows.length
    })
    if (begun === 0) return
  }
}

const presentHours = ({ hours }: ReportedDay): NonNullable<NewEvent['weather']> =>
  hours.map(one => ({
    hour: one.hour,
    temp: one.temp,
    icon: iconOf(one),
    description: skyText(one, 'fr'),
    description_en: skyText(one, 'en'),
  }))

const morningText = (day: ReportedDay): NewEvent['texts'] => {
  const values = { min: Math.round(day.min) + 0, max: Math.round(day.max) + 0 }
  const title = (language: 'fr' | 'en') =>
    translatorFor(language)('weather.morning.title', { words: daySummary(day.hours, language) ?? '' })
  return {
    title: title('fr'),
    title_en: title('en'),
    description: translatorFor('fr')('weather.morning.text', values),
    description_en: translatorFor('en')('weather.morning.text', values),
  }
}

/**
 * Publishes the forecast of the day. Does nothing if the forecast is published already, the morning is over, or
 * position, channel or author is missing. Throws if no fresh forecast is available, so that the job is retried.
 */
export const publishMorningForecast = async (
  platform: Platform,
  { communityId, day }: { communityId: string; day: string },
): Promise<void> => {
  const { state, db, bus, clock } = platform
  const morning = await findUnpublishedMorning(db, communityId, day)
  const now = clock.now()
  if (!morning || now.getTime() >= instantAt(day, MORNING_END, morning.timezone)) return
  const { latitude, longitude, timezone, channel_ids: channelIds } = morning
  const author = await findStaffAuthor(db, communityId, now)
  if (latitude === null || longitude === null || channelIds.length === 0 || !author) return
  const { report, stale } = await getWeatherReport(platform, 'forecast', { latitude, longitude, timezone })
  // A stale forecast may be shown with its time, but is not published.
  if (stale) fail('weatherunavailable')
  const today = report.days.find(one => one.day === day && one.hours.length > 0)
  if (!today) throw new Error('the forecast does not include today')
  await inTransaction(db, async (tx, afterCommit) => {
    // Locks the row: a concurrent job waits here, and then finds that the forecast is published.
    const { rows } = await sql`
      select from weather_mornings where community_id = ${communityId} and day = ${day}::date and event_id is null for update`.execute(
      tx,
    )
    if (rows.length === 0) return
    const { id } = await createEvent({ state, db, tx }, author, {
      texts: morningText(today),
      groupId: 'weather',
      weather: presentHours(today),
      photoId: null,
      channelIds,
      tmpId: `weather ${day}`,
      limit: { bucket: `weather ${communityId} ${day}`, max: 1, windowMs: DAY_MS },
      now,
    })
    await sql`update weather_mornings set event_id = ${id} where community_id = ${communityId} and day = ${day}::date`.execute(
      tx,
    )
    afterCommit(() => bus.publish('event.created', { eventId: id, communityId, channelIds }))
  })
}

export const purgeOldMornings = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS).toISOString().slice(0, 10)
  await db.deleteFrom('weather_mornings').where('day', '<', before).execute()
}
