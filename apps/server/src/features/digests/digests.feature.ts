import type { Feature } from '#server/kernel/feature.ts'
import { exportDigest } from './digests-export.service.ts'
import { digestJobs } from './digests.jobs.ts'
import { digestsRoutes } from './digests.routes.ts'
import { purgeOldDigestDays } from './enqueue-digests.service.ts'

export const digestsFeature: Feature = {
  routes: digestsRoutes,
  jobs: digestJobs,
  exports: ({ db }, recipient) => [exportDigest(db, recipient)],
  sweeps: [({ db, clock }) => purgeOldDigestDays(db, clock.now())],
}
