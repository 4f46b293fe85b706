// Weather reports are cached per place and shared by all communities there; concurrent requests are coalesced, and a
// stale report is better than none.
import { sql } from 'kysely'
import { dayAt } from '@parvis/contract/past-event.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { weatherHours } from '@parvis/contract/weather.ts'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import { fetchSet } from '#server/kernel/outside/fetch-set.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { deleteInSlices } from '#server/kernel/postgres/delete-in-slices.ts'
import type { Report, ReportKind, WeatherPlace, WeatherProvider } from './report.ts'
import { findReport } from './weather.queries.ts'
import { providers } from './weather-settings.ts'

/** A younger report is served from the cache. */
const FRESH_MS = { current: 10 * MINUTE_MS, forecast: 60 * MINUTE_MS } as const
/** An older current report is not shown. A forecast expires by itself, as its days pass. */
const MOST_STALE_MS = DAY_MS
/** No provider looks further ahead. */
const MOST_DAYS = 17
/** Backoff after a failure. */
const PAUSE_MS = MINUTE_MS
const MOST_MS = 4000
const MOST_BYTES = 256 * 1024
/** Size of the in-memory LRU cache. */
const MOST_PLACES = 1000
const KEPT_DAYS = 7

export interface ToldReport<K extends ReportKind> {
  report: Report<K>
  fetchedAt: Date
  /** Out of date because the provider fails. */
  stale: boolean
}

type Fetched = Omit<ToldReport<ReportKind>, 'stale'>

interface Known {
  told: Fetched | null
  failedAt: number | null
  asking: Promise<Fetched> | null
}

/**
 * To about a kilometre: the communities of a quarter share a report, and the provider does not learn the exact
 * position.
 */
const rounded = (degrees: number) => Math.round(degrees * 100) / 100

const keyOf = ({ latitude, longitude, timezone }: WeatherPlace) => `${latitude},${longitude} ${timezone}`

const keep = async (db: Db, place: string, kind: ReportKind, { report, fetchedAt }: Fetched) => {
  const values = { report: JSON.stringify(report), fetched_at: fetchedAt }
  await db
    .insertInto('weather_reports')
    .values({ place, kind, ...values })
    .onConflict(conflict => conflict.columns(['place', 'kind']).doUpdateSet(values))
    .execute()
}

/** Tolerance for clock differences and delayed observations. */
const MOST_APART_MS = 6 * 60 * MINUTE_MS

/** Rejects reports that are not about now, or about at least one full day from today on. */
const isOfNow = (report: Report<ReportKind>, { timezone }: WeatherPlace, now: number) => {
  if (!('days' in report)) return Math.abs(now - report.observedAt) < MOST_APART_MS
  const days = report.days.map(({ day }) => day)
  const hours = report.days.reduce((sum, day) => sum + day.hours.length, 0)
  // Late in the evening some forecasts start with tomorrow.
  const [today, tomorrow, last] = [0, 1, MOST_DAYS].map(n => addDays(dayAt(now, timezone), n)) as [string, ...string[]]
  return (
    hours >= weatherHours.length &&
    days.some(day => day === today || day === tomorrow) &&
    days.every(day => day <= last!)
  )
}

/** Whether a stale report may still be shown. */
const isOfUse = ({ report, fetchedAt }: Fetched, { timezone }: WeatherPlace, now: number) =>
  'days' in report
    ? report.days.some(({ day }) => day >= dayAt(now, timezone))
    : now - fetchedAt.getTime() < MOST_STALE_MS

const createReports = ({ db, clock, settings }: Platform) => {
  const all = new Map<string, Known>()
  const { weather } = settings
  const provider: WeatherProvider | null =
    weather &&
    providers[weather.provider].create(weather.url, weather.key, address =>
      fetchSet(address, { mostMs: weather.mostMs ?? MOST_MS, mostBytes: MOST_BYTES }),
    )

  let toldAt = -Infinity
  /** At most once a minute for all places, because an outage affects them all. */
  const tellOperator = ({ message }: Error) => {
    const at = clock.now().getTime()
    if (!settings.production || at - toldAt < PAUSE_MS) return
    toldAt = at
    console.error(`The weather is unavailable: ${message}`)
  }

  const knownOf = (key: string): Known => {
    const known = all.get(key) ?? { told: null, failedAt: null, asking: null }
    // Moves the entry to the end: the least recently used is evicted.
    all.delete(key)
    all.set(key, known)
    if (all.size > MOST_PLACES) all.delete(all.keys().next().value!)
    return known
  }

  return async (kind: ReportKind, where: WeatherPlace): Promise<ToldReport<ReportKind>> => {
    const place = { ...where, latitude: rounded(where.latitude), longitude: rounded(where.longitude) }
    const key = keyOf(place)
    const known = knownOf(`${kind} ${key}`)
    const now = () => clock.now().getTime()
    // A timestamp in the future means that the clock was set back.
    const isFresh = (told: Fetched | null) =>
      told !== null && Math.abs(now() - told.fetchedAt.getTime()) < FRESH_MS[kind]

    const ask = async (): Promise<Fetched> => {
      // Another process may have fetched it, or this one before a restart.
      known.told = (await findReport(db, key, kind)) ?? known.told
      if (isFresh(known.told)) return known.told!
      const isPaused = known.failedAt !== null && now() - known.failedAt < PAUSE_MS
      if (provider && !isPaused) {
        try {
          const fetched = {
            report: { ...(await provider.ask[kind](place)), source: provider.name },
            fetchedAt: clock.now(),
          }
          if (!isOfNow(fetched.report, place, now())) throw new Error('the provider’s response is about other days')
          known.told = fetched
          known.failedAt = null
        } catch (error) {
          known.failedAt = now()
          tellOperator(error as Error)
        }
        if (known.failedAt === null) await keep(db, key, kind, known.told!)
      }
      return known.told && isOfUse(known.told, place, now()) ? known.told : fail('weatherunavailable')
    }

    if (!isFresh(known.told)) {
      known.asking ??= ask().finally(() => {
        known.asking = null
      })
      await known.asking
    }
    return { ...known.told!, stale: !isFresh(known.told) }
  }
}

const reports = new WeakMap<Platform, ReturnType<typeof createReports>>()

/** The latest report of a place; throws `weatherunavailable` without a usable one. */
export const getReport = async <K extends ReportKind>(
  platform: Platform,
  kind: K,
  where: WeatherPlace | null,
): Promise<ToldReport<K>> => {
  if (!where) return fail('weatherunavailable')
  const ofPlatform = reports.get(platform) ?? createReports(platform)
  reports.set(platform, ofPlatform)
  return (await ofPlatform(kind, where)) as unknown as ToldReport<K>
}

export const forgetOldReports = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  await deleteInSlices(
    db,
    limit => sql`delete from weather_reports where ctid = any(array(
      select ctid from weather_reports where fetched_at < ${before} limit ${limit} for update skip locked))`,
  )
}
