import type { Feature } from '#server/kernel/feature.ts'
import { forgetOldMornings } from './morning.service.ts'
import { forgetOldReports } from './report.service.ts'
import { weatherJobs } from './weather.jobs.ts'
import { weatherRoutes } from './weather.routes.ts'
import { readWeatherSettings } from './weather-settings.ts'

export const weatherFeature: Feature = {
  routes: weatherRoutes,
  jobs: weatherJobs,
  sweeps: [({ db, clock }) => forgetOldReports(db, clock.now()), ({ db, clock }) => forgetOldMornings(db, clock.now())],
  readSettings: env => ({ weather: readWeatherSettings(env) }),
}
