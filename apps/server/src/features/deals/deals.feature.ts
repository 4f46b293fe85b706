import type { Feature } from '#server/kernel/feature.ts'
import { dealAnnouncements } from './deals.announcements.ts'
import { findDealImages } from './deals.images.ts'
import { dealJobs } from './deals.jobs.ts'
import { dealsRoutes } from './deals.routes.ts'
import { writeDealsRoutes } from './write-deals.routes.ts'

export const dealsFeature: Feature = {
  routes: (app, platform, house) => {
    dealsRoutes(app, platform, house)
    writeDealsRoutes(app, platform, house)
  },
  announcements: dealAnnouncements,
  jobs: dealJobs,
  findCachedImages: findDealImages,
}
