import type { Feature } from '#server/kernel/feature.ts'
import { feedAnnouncements } from './feed.announcements.ts'
import { calendarRoutes } from './calendar.routes.ts'
import { feedRoutes } from './feed.routes.ts'

export const feedFeature: Feature = {
  routes: (app, platform, house) => {
    feedRoutes(app, platform, house)
    calendarRoutes(app, platform)
  },
  announcements: feedAnnouncements,
}
