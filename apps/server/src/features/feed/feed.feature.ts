import type { Feature } from '#server/kernel/feature.ts'
import { feedLiveEvents } from './feed.live-events.ts'
import { calendarRoutes } from './calendar.routes.ts'
import { changeMailJobs } from './change-mail.service.ts'
import { eventSubject } from './feed.notifications.ts'
import { feedRoutes } from './feed.routes.ts'

export const feedFeature: Feature = {
  routes: (app, platform, appContext) => {
    feedRoutes(app, platform, appContext)
    calendarRoutes(app, platform)
  },
  liveEvents: feedLiveEvents,
  jobs: changeMailJobs,
  notifications: { subjects: [eventSubject] },
}
