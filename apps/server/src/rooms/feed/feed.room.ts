import type { Room } from '#server/kernel/room.ts'
import { feedAnnouncements } from './feed.announcements.ts'
import { calendarRoutes } from './calendar.routes.ts'
import { feedRoutes } from './feed.routes.ts'

export const feedRoom: Room = {
  routes: (app, platform, house) => {
    feedRoutes(app, platform, house)
    calendarRoutes(app, platform)
  },
  announcements: feedAnnouncements,
}
