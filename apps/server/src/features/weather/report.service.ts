// Reports are cached per place, concurrent requests are coalesced, and a stale report is better than none.
import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import { dayAt } from '@parvis/contract/past-event.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { weatherHours } from '@parvis/contract/weather.ts'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import { fetchTrusted } from '#server/kernel/outside/fetch-trusted.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { deleteInBatches } from '#server/kernel/postgres/delete-in-batches.ts'
import type { Report, ReportKind, WeatherPlace, WeatherProvider } from './report.ts'
import { findStoredReport } from './weather.queries.ts'
import { providers } from './weather-settings.ts'

const FRESH_MS = { current: 10 * MINUTE_MS, forecast: 60 * MINUTE_MS } as const
/** Maximum age of a current report that is still shown. A forecast expires by itself, as its days pass. */
const MAX_STALE_MS = DAY_MS
/** Maximum number of days that any provider forecasts. */
const MAX_DAYS = 17
/** Pause after a failed request to the provider, and between two log lines about failures. */
const RETRY_PAUSE_MS = MINUTE_MS
const TIMEOUT_MS = 4000
const MAX_BYTES = 256 * 1024
/** Maximum number of entries in the in-memory LRU cache. */
const MAX_PLACES = 1000
const RETENTION_DAYS = 7

export interface WeatherReport<K extends ReportKind> {
  report: Report<K>
  fetchedAt: Date
  /** Whether the report is out of date because the provider fails. */
  stale: boolean
}

type FetchedReport = Omit<WeatherReport<ReportKind>, 'stale'>

interface CachedPlace {
  latest: FetchedReport | null
  failedAt: number | null
  pending: Promise<FetchedReport> | null
}

/**
 * Rounds to about a kilometre: a neighbourhood shares one report, and the provider never receives the exact position.
 */
const rounded = (degrees: number) => Math.round(degrees * 100) / 100

const keyOf = ({ latitude, longitude, timezone }: WeatherPlace) => `${latitude},${longitude} ${timezone}`

const storeReport = async (db: Db, place: string, kind: ReportKind, { report, fetchedAt }: FetchedReport) => {
  const values = { report: JSON.stringify(report), fetched_at: fetchedAt }
  await db
    .insertInto('weather_reports')
    .values({ place, kind, ...values })
    .onConflict(conflict => conflict.columns(['place', 'kind']).doUpdateSet(values))
    .execute()
}

/** Tolerance for clock differences and delayed observations. */
const MAX_CLOCK_OFFSET_MS = 6 * 60 * MINUTE_MS

/**
 * Whether a current report is about now, or a forecast covers today or tomorrow, has at least the hours of one day and
 * contains no day beyond `MAX_DAYS`.
 */
const isPlausible = (report: Report<ReportKind>, { timezone }: WeatherPlace, now: number) => {
  if (!('days' in report)) return Math.abs(now - report.observedAt) < MAX_CLOCK_OFFSET_MS
  const days = report.days.map(({ day }) => day)
  const hours = report.days.reduce((sum, day) => sum + day.hours.length, 0)
  // Late in the evening some forecasts start with tomorrow.
  const [today, tomorrow, last] = [0, 1, MAX_DAYS].map(n => addDays(dayAt(now, timezone), n)) as [string, ...string[]]
  return (
    hours >= weatherHours.length &&
    days.some(day => day === today || day === tomorrow) &&
    days.every(day => day <= last!)
  )
}

const isUsable = ({ report, fetchedAt }: FetchedReport, { timezone }: WeatherPlace, now: number) =>
  'days' in report
    ? report.days.some(({ day }) => day >= dayAt(now, timezone))
    : now - fetchedAt.getTime() < MAX_STALE_MS

/** Returns a function that logs failures, in production only and at most once a minute for all places together. */
const createFailureLog = ({ clock, settings }: Platform) => {
  let loggedAt = -Infinity
  return ({ message }: Error) => {
    const at = clock.now().getTime()
    if (!settings.production || at - loggedAt < RETRY_PAUSE_MS) return
    loggedAt = at
    console.error(`The weather is unavailable: ${message}`)
  }
}

const createReportLoader = (platform: Platform) => {
  const { db, clock, settings } = platform
  const { weather } = settings
  const provider: WeatherProvider | null =
    weather &&
    providers[weather.provider].create(weather.url, weather.key, address =>
      fetchTrusted(address, { timeoutMs: weather.timeoutMs ?? TIMEOUT_MS, maxBytes: MAX_BYTES }),
    )

  const logFailure = createFailureLog(platform)
  const places = new LRUCache<string, CachedPlace>({ max: MAX_PLACES })

  return async (kind: ReportKind, exactPlace: WeatherPlace): Promise<WeatherReport<ReportKind>> => {
    const place = { ...exactPlace, latitude: rounded(exactPlace.latitude), longitude: rounded(exactPlace.longitude) }
    const key = keyOf(place)
    const cached = places.get(`${kind} ${key}`) ?? { latest: null, failedAt: null, pending: null }
    places.set(`${kind} ${key}`, cached)
    const now = () => clock.now().getTime()
    // A timestamp in the future means that the clock was set back.
    const isFresh = (latest: FetchedReport | null) =>
      latest !== null && Math.abs(now() - latest.fetchedAt.getTime()) < FRESH_MS[kind]

    const refresh = async (): Promise<FetchedReport> => {
      // Another process may have fetched the report, or this process before a restart.
      cached.latest = (await findStoredReport(db, key, kind)) ?? cached.latest
      if (isFresh(cached.latest)) return cached.latest!
      const isPaused = cached.failedAt !== null && now() - cached.failedAt < RETRY_PAUSE_MS
      if (provider && !isPaused) {
        try {
          const fetched = {
            report: { ...(await provider.fetchReport[kind](place)), source: provider.name },
            fetchedAt: clock.now(),
          }
          if (!isPlausible(fetched.report, place, now())) throw new Error('the provider’s response is about other days')
          cached.latest = fetched
          cached.failedAt = null
        } catch (error) {
          cached.failedAt = now()
          logFailure(error as Error)
        }
        if (cached.failedAt === null) await storeReport(db, key, kind, cached.latest!)
      }
      return cached.latest && isUsable(cached.latest, place, now()) ? cached.latest : fail('weatherunavailable')
    }

    if (!isFresh(cached.latest)) {
      cached.pending ??= refresh().finally(() => {
        cached.pending = null
      })
      await cached.pending
    }
    return { ...cached.latest!, stale: !isFresh(cached.latest) }
  }
}

const reportLoader = defineState(createReportLoader)

/** The latest report of a place; throws `weatherunavailable` without a place or a usable report. */
export const getWeatherReport = async <K extends ReportKind>(
  platform: Platform,
  kind: K,
  place: WeatherPlace | null,
): Promise<WeatherReport<K>> => {
  if (!place) return fail('weatherunavailable')
  return (await reportLoader(platform)(kind, place)) as unknown as WeatherReport<K>
}

export const purgeOldReports = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
  await deleteInBatches(
    db,
    limit => sql`delete from weather_reports where ctid = any(array(
      select ctid from weather_reports where fetched_at < ${before} limit ${limit} for update skip locked))`,
  )
}
