import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-weather-this-hour-missing',
    breaks: 'The hours until midnight include the current one',
    file: 'apps/web/src/features/weather/weather-outlook.ts',
    find: 'Date.parse(at) > now - HOUR_MS',
    replace: 'Date.parse(at) > now',
  },
  {
    name: 'web-weather-snow-is-storm',
    breaks: 'Snow is shown as snow, and a thunderstorm as a storm',
    file: 'apps/web/src/features/weather/weather-outlook.ts',
    find: "'13': 'snow', '11': 'storm'",
    replace: "'13': 'storm', '11': 'snow'",
  },
  {
    name: 'web-weather-stale-as-now',
    breaks: 'Weather that could not be refreshed is shown with the time of its last update',
    file: 'apps/web/src/features/weather/use-weather-now.ts',
    find: 'isOld || current.stale',
    replace: 'isOld',
  },
  {
    name: 'web-weather-table-swapped',
    breaks: 'The screen-reader table of the forecast has the low before the high, as its headers say',
    file: 'apps/web/src/features/weather/components/Days.tsx',
    find: "<td>{t('weather.degrees', { temp: wholeDegrees(tempMin) })}</td>\n                <td>{t('weather.degrees', { temp: wholeDegrees(tempMax) })}</td>",
    replace:
      "<td>{t('weather.degrees', { temp: wholeDegrees(tempMax) })}</td>\n                <td>{t('weather.degrees', { temp: wholeDegrees(tempMin) })}</td>",
  },
  {
    name: 'web-weather-source-time-of-reader',
    breaks: 'The time of the forecast is in the time zone of the community',
    file: 'apps/web/src/features/weather/WeatherView.tsx',
    find: 'format.time(today.updatedAt, timezone)',
    replace: 'format.time(today.updatedAt)',
  },
]
