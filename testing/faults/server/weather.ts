import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'weather-morning-by-utc',
    breaks: 'The weather of the morning is told until ten by the clocks of the community',
    file: 'apps/server/src/features/weather/morning.service.ts',
    find: 'instantAt(day, MORNING_END, morning.timezone)',
    replace: "instantAt(day, MORNING_END, 'UTC')",
  },
  {
    name: 'weather-stale-not-said',
    breaks: 'Weather that is older than it should be is told as stale',
    file: 'apps/server/src/features/weather/report.service.ts',
    find: 'stale: !isFresh(cached.latest) }',
    replace: 'stale: false }',
  },
  {
    name: 'weather-exact-place-told',
    breaks: 'The provider of the weather is told a place to about a kilometre',
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
    breaks: 'A day that clears up is told in French as one that clears up',
    file: 'apps/server/src/locales/fr/weather.json',
    find: '"day.clearing": "Le ciel se dégage"',
    replace: '"day.clearing": "Le ciel se couvre"',
    heldBy: 'apps/server/src/features/weather/',
  },
]
