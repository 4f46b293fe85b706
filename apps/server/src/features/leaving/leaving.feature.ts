import type { Feature } from '#server/kernel/feature.ts'
import { findStoredExports, forgetOldExports } from './export.service.ts'
import { leavingJobs } from './leaving.jobs.ts'
import { leavingRoutes } from './leaving.routes.ts'

export const leavingFeature: Feature = {
  routes: leavingRoutes,
  jobs: leavingJobs,
  sweeps: [forgetOldExports],
  findStored: findStoredExports,
}
