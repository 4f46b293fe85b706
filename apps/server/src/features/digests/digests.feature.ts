import type { Feature } from '#server/kernel/feature.ts'
import { digestJobs } from './digests.jobs.ts'
import { digestsRoutes } from './digests.routes.ts'
import { forgetOldMornings } from './mornings.service.ts'

export const digestsFeature: Feature = {
  routes: digestsRoutes,
  jobs: digestJobs,
  sweeps: [({ db, clock }) => forgetOldMornings(db, clock.now())],
}
