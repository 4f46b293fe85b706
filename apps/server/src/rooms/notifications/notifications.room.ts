import type { Room } from '#server/kernel/room.ts'
import { catchUpWithPosts } from './alert-writer.service.ts'
import { notificationAnnouncements } from './notifications.announcements.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { forgetOldNotifications } from './notifications.service.ts'

export const notificationsRoom: Room = {
  routes: notificationRoutes,
  announcements: notificationAnnouncements,
  sweeps: [catchUpWithPosts, ({ db, clock }) => forgetOldNotifications(db, clock.now())],
}
