import type { Feature } from '#server/kernel/feature.ts'
import { purgeOldMornings } from './morning.service.ts'
import { purgeOldReports } from './report.service.ts'
import { weatherJobs } from './weather.jobs.ts'
import { weatherRoutes } from './weather.routes.ts'
import { readWeatherSettings } from './weather-settings.ts'

export const weatherFeature: Feature = {
  routes: weatherRoutes,
  jobs: weatherJobs,
  sweeps: [({ db, clock }) => purgeOldReports(db, clock.now()), ({ db, clock }) => purgeOldMornings(db, clock.now())],
  readSettings: env => ({ weather: readWeatherSettings(env) }),
}
