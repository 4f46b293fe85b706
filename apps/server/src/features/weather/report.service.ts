// A place is asked about once for all who want to know, and no oftener than its weather changes; what was said last is
// better than nothing.
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

/** What is younger is told without asking again. */
const FRESH_MS = { current: 10 * MINUTE_MS, forecast: 60 * MINUTE_MS } as const
/** Older than this nobody would call it the weather of now. A forecast ends by itself: its days go by. */
const MOST_STALE_MS = DAY_MS
/** No provider knows more. */
const MOST_DAYS = 17
/** A provider that fails is asked no oftener. */
const PAUSE_MS = MINUTE_MS
/** Nobody who reads waits longer. */
const MOST_MS = 4000
const MOST_BYTES = 256 * 1024
/** Places whose reports the process keeps. */
const MOST_PLACES = 1000
const KEPT_DAYS = 7

/** A report, and when its provider was asked. */
export interface ToldReport<K extends ReportKind> {
  report: Report<K>
  fetchedAt: Date
  /** It should be newer, but the provider is silent. */
  stale: boolean
}

type Fetched = Omit<ToldReport<ReportKind>, 'stale'>

interface Known {
  told: Fetched | null
  failedAt: number | null
  asking: Promise<Fetched> | null
}

/** To about a kilometre: the communities of one quarter are one place, and nobody outside learns whose it is. */
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

/** Clocks of a provider may be so far from ours, and its stations as far behind. */
const MOST_APART_MS = 6 * 60 * MINUTE_MS

/**
 * Whether what a provider says is of this moment, or of the days that come, a whole day at least: what it makes up is
 * not told on.
 */
const isOfNow = (report: Report<ReportKind>, { timezone }: WeatherPlace, now: number) => {
  if (!('days' in report)) return Math.abs(now - report.observedAt) < MOST_APART_MS
  const days = report.days.map(({ day }) => day)
  const hours = report.days.reduce((sum, day) => sum + day.hours.length, 0)
  // late in the evening some begin with the day after
  const [today, tomorrow, last] = [0, 1, MOST_DAYS].map(n => addDays(dayAt(now, timezone), n)) as [string, ...string[]]
  return (
    hours >= weatherHours.length &&
    days.some(day => day === today || day === tomorrow) &&
    days.every(day => day <= last!)
  )
}

/** Whether a report still says something of today. */
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
  /** Once a minute for all places: a provider that is away fails them all. */
  const tellOperator = ({ message }: Error) => {
    const at = clock.now().getTime()
    if (!settings.production || at - toldAt < PAUSE_MS) return
    toldAt = at
    console.error(`The weather cannot be had: ${message}`)
  }

  const knownOf = (key: string): Known => {
    const known = all.get(key) ?? { told: null, failedAt: null, asking: null }
    // the one that was wanted the longest ago goes first
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
    // what comes from the future was told by clocks that were set back since
    const isFresh = (told: Fetched | null) =>
      told !== null && Math.abs(now() - told.fetchedAt.getTime()) < FRESH_MS[kind]

    const ask = async (): Promise<Fetched> => {
      // another process may have asked meanwhile, or this one before it was started anew
      known.told = (await findReport(db, key, kind)) ?? known.told
      if (isFresh(known.told)) return known.told!
      const isPaused = known.failedAt !== null && now() - known.failedAt < PAUSE_MS
      if (provider && !isPaused) {
        try {
          const fetched = {
            report: { ...(await provider.ask[kind](place)), source: provider.name },
            fetchedAt: clock.now(),
          }
          if (!isOfNow(fetched.report, place, now())) throw new Error('the provider tells of other days')
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

/**
 * The weather of a place, as it was said last; `weatherunavailable` where nothing of use was ever said, or can be had
 * now.
 */
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
