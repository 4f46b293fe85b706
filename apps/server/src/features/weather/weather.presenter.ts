import { dayAt } from '@parvis/contract/past-event.ts'
import {
  type CurrentWeather,
  FORECAST_DAYS,
  type ForecastEntry,
  type ForecastHour,
  type WeatherHour,
} from '@parvis/contract/weather.ts'
import { iconOf } from './conditions.ts'
import type { FullHour, ReportedDay } from './report.ts'
import type { WeatherReport } from './report.service.ts'
import { daySummary, skyText } from './weather-text.ts'
import { HOUR_MS } from '#server/kernel/limits/rate-limit.ts'

const presentSource = ({ report, fetchedAt, stale }: WeatherReport<'current' | 'forecast'>) => ({
  source: report.source,
  updatedAt: fetchedAt.toISOString(),
  stale,
})

const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString()

export const presentCurrent = (name: string, fetched: WeatherReport<'current'>): CurrentWeather => {
  const { report } = fetched
  return {
    name,
    main: { temp: report.temp, humidity: report.humidity },
    wind: report.wind,
    rain: report.rain,
    sunset: report.sunsetAt === null ? null : isoTime(report.sunsetAt),
    weather: [
      {
        icon: iconOf(report),
        description: skyText(report, 'fr'),
        lang: { en: { description: skyText(report, 'en') } },
      },
    ],
    date: isoTime(report.observedAt),
    ...presentSource(fetched),
  }
}

const presentDay = ({ min, max, hours }: ReportedDay): ForecastEntry['date'][number] => {
  const at = (hour: WeatherHour) => {
    const found = hours.find(one => one.hour === hour)
    return {
      temp: found?.temp ?? null,
      icon: found ? iconOf(found) : null,
      fr: found ? skyText(found, 'fr') : null,
      en: found ? skyText(found, 'en') : null,
    }
  }
  const [nine, twelve, fifteen, eighteen] = [at(9), at(12), at(15), at(18)]
  return {
    tempMin: min,
    tempMax: max,
    tempMain09: nine.temp,
    tempMain12: twelve.temp,
    tempMain15: fifteen.temp,
    tempMain18: eighteen.temp,
    icon09h: nine.icon,
    icon12h: twelve.icon,
    icon15h: fifteen.icon,
    icon18h: eighteen.icon,
    description09h: nine.fr,
    description12h: twelve.fr,
    description15h: fifteen.fr,
    description18h: eighteen.fr,
    lang: {
      en: {
        description09h: nine.en,
        description12h: twelve.en,
        description15h: fifteen.en,
        description18h: eighteen.en,
      },
    },
  }
}

const presentHour = (hour: FullHour): ForecastHour => ({
  at: isoTime(hour.at),
  temp: hour.temp,
  icon: iconOf(hour),
  description: skyText(hour, 'fr'),
  lang: { en: { description: skyText(hour, 'en') } },
})

/** The days from today on, in local time; a stale report may start yesterday. */
export const presentForecast = (fetched: WeatherReport<'forecast'>, timezone: string, now: Date): ForecastEntry[] => {
  const today = dayAt(now.getTime(), timezone)
  return fetched.report.days
    .filter(({ day }) => day >= today)
    .slice(0, FORECAST_DAYS)
    .map(one => ({
      day: one.day,
      description: daySummary(one.hours, 'fr'),
      lang: { en: { description: daySummary(one.hours, 'en') } },
      date: [presentDay(one)],
      hours: (one.day === today ? (one.fullHours ?? []) : [])
        .filter(({ at }) => at > now.getTime() - HOUR_MS)
        .map(presentHour),
      ...presentSource(fetched),
    }))
}
