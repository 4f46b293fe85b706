import type { Feature } from '#server/kernel/feature.ts'
import { notifyOfMissedPosts, startPostNotifications } from './notify-posts.service.ts'
import { templatePictures } from './publish.pictures.ts'
import { publishRoutes } from './publish.routes.ts'
import { templateLiveEvents } from './template.live-events.ts'
import { templateJobs } from './template.jobs.ts'
import { templateRoutes } from './template.routes.ts'

export const publishFeature: Feature = {
  routes: (app, platform) => {
    publishRoutes(app, platform)
    templateRoutes(app, platform)
  },
  liveEvents: templateLiveEvents,
  jobs: templateJobs,
  pictures: templatePictures,
  notifications: { start: startPostNotifications, createMissed: notifyOfMissedPosts },
}
