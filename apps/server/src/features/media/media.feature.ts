import type { Feature } from '#server/kernel/feature.ts'
import { findStoredPictures, purgeUnusedPictures } from './media.service.ts'
import { mediaJobs } from './media.jobs.ts'
import { mediaRoutes } from './media.routes.ts'

export const mediaFeature: Feature = {
  routes: mediaRoutes,
  jobs: mediaJobs,
  sweeps: [purgeUnusedPictures],
  findStoredIds: findStoredPictures,
}
