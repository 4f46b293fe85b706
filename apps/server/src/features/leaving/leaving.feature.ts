import type { Feature } from '#server/kernel/feature.ts'
import { findStoredExportIds, purgeExpiredExports, removeAccountExport } from './export.service.ts'
import { leavingJobs } from './leaving.jobs.ts'
import { leavingRoutes } from './leaving.routes.ts'

export const leavingFeature: Feature = {
  routes: leavingRoutes,
  jobs: leavingJobs,
  sweeps: [purgeExpiredExports],
  findReferencedIds: findStoredExportIds,
  eraseAccount: (platform, { accountId }) => removeAccountExport(platform, accountId),
}
