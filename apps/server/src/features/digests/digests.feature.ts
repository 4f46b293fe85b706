import type { Feature } from '#server/kernel/feature.ts'
import { digestJobs } from './digests.jobs.ts'
import { digestsRoutes } from './digests.routes.ts'
import { purgeOldDigestDays } from './enqueue-digests.service.ts'

export const digestsFeature: Feature = {
  routes: digestsRoutes,
  jobs: digestJobs,
  sweeps: [({ db, clock }) => purgeOldDigestDays(db, clock.now())],
}
