import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'weather-morning-by-utc',
    breaks: 'The morning weather is shown until ten in the time zone of the community',
    file: 'apps/server/src/features/weather/morning.service.ts',
    find: 'instantAt(day, MORNING_END, morning.timezone)',
    replace: "instantAt(day, MORNING_END, 'UTC')",
  },
  {
    name: 'weather-stale-not-said',
    breaks: 'Outdated weather is marked as stale',
    file: 'apps/server/src/features/weather/report.service.ts',
    find: 'stale: !isFresh(cached.latest) }',
    replace: 'stale: false }',
  },
  {
    name: 'weather-exact-place-told',
    breaks: 'The weather provider gets coordinates rounded to about a kilometre',
    file: 'apps/server/src/features/weather/report.service.ts',
    find: 'Math.round(degrees * 100) / 100',
    replace: 'Math.round(degrees * 10_000) / 10_000',
  },
  {
    name: 'weather-today-missing',
    breaks: 'The forecast begins with today',
    file: 'apps/server/src/features/weather/weather.presenter.ts',
    find: '.filter(({ day }) => day >= today)',
    replace: '.filter(({ day }) => day > today)',
  },
  {
    name: 'weather-clearing-in-french',
    breaks: 'The French text for a clearing day says that the sky clears up',
    file: 'apps/server/src/locales/fr/weather.json',
    find: '"weather.day.clearing": "Le ciel se dégage"',
    replace: '"weather.day.clearing": "Le ciel se couvre"',
    heldBy: 'apps/server/src/features/weather/',
  },
]
