import type { Room } from '#server/kernel/room.ts'
import { forgetOldMornings } from './morning.service.ts'
import { forgetOldReports } from './report.service.ts'
import { weatherJobs } from './weather.jobs.ts'
import { weatherRoutes } from './weather.routes.ts'
import { readWeatherSettings, type WeatherSettings } from './weather-settings.ts'

declare module '#server/kernel/settings.ts' {
  interface Settings {
    /** Who is asked for the weather; null where nobody is. */
    weather: WeatherSettings | null
  }
}

export const weatherRoom: Room = {
  routes: weatherRoutes,
  jobs: weatherJobs,
  sweeps: [({ db, clock }) => forgetOldReports(db, clock.now()), ({ db, clock }) => forgetOldMornings(db, clock.now())],
  readSettings: env => ({ weather: readWeatherSettings(env) }),
}
