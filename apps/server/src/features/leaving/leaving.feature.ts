import type { Feature } from '#server/kernel/feature.ts'
import { findStoredExports, purgeExpiredExports } from './export.service.ts'
import { leavingJobs } from './leaving.jobs.ts'
import { leavingRoutes } from './leaving.routes.ts'

export const leavingFeature: Feature = {
  routes: leavingRoutes,
  jobs: leavingJobs,
  sweeps: [purgeExpiredExports],
  findStoredIds: findStoredExports,
}
