import type { Feature } from '#server/kernel/feature.ts'
import { dealLiveEvents } from './deals.live-events.ts'
import { dealJobs } from './deals.jobs.ts'
import { dealsRoutes } from './deals.routes.ts'
import { writeDealsRoutes } from './write-deals.routes.ts'

export const dealsFeature: Feature = {
  routes: (app, platform, context) => {
    dealsRoutes(app, platform, context)
    writeDealsRoutes(app, platform, context)
  },
  liveEvents: dealLiveEvents,
  jobs: dealJobs,
}
