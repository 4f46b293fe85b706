import type { Feature } from '#server/kernel/feature.ts'
import { eraseDealsOf, updateDealsOfAuthor } from './author-deals.service.ts'
import { refreshCommunityDeals } from './deal-days.service.ts'
import { digestDeals } from './deals-digest.service.ts'
import { exportDealReports, exportDeals } from './deals-export.service.ts'
import { dealLiveEvents } from './deals.live-events.ts'
import { dealJobs } from './deals.jobs.ts'
import { dealPictures } from './deals.pictures.ts'
import { dealSubject } from './deals.notifications.ts'
import { dealsRoutes } from './deals.routes.ts'
import { reportedDeals } from './reported-deal.service.ts'
import { writeDealsRoutes } from './write-deals.routes.ts'

export const dealsFeature: Feature = {
  routes: (app, platform) => {
    dealsRoutes(app, platform)
    writeDealsRoutes(app, platform)
  },
  liveEvents: dealLiveEvents,
  jobs: dealJobs,
  exports: ({ db }, recipient) => [exportDeals(db, recipient), exportDealReports(db, recipient)],
  erase: { content: eraseDealsOf },
  onDepartureChange: updateDealsOfAuthor,
  onCommunityMoved: ({ clock }, { tx }, communityId) => refreshCommunityDeals(tx, communityId, { now: clock.now() }),
  reportable: [reportedDeals],
  digest: digestDeals,
  pictures: dealPictures,
  notifications: { subjects: [dealSubject] },
}
