import type { Feature } from '#server/kernel/feature.ts'
import { findStoredPictureIds } from './media.service.ts'
import { exportPictures } from './media-export.service.ts'
import { erasePicturesOf, purgeUnusedPictures } from './remove-pictures.service.ts'
import { mediaJobs } from './media.jobs.ts'
import { mediaRoutes } from './media.routes.ts'

export const mediaFeature: Feature = {
  routes: mediaRoutes,
  jobs: mediaJobs,
  sweeps: [purgeUnusedPictures],
  findReferencedIds: findStoredPictureIds,
  exports: exportPictures,
  erase: { pictures: erasePicturesOf },
}
