import type { Feature } from '#server/kernel/feature.ts'
import { changeMailJobs } from './change-mail.service.ts'
import { notificationAnnouncements } from './notifications.announcements.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { forgetOldNotifications } from './notifications.service.ts'
import { catchUp } from './writers.service.ts'

export const notificationsFeature: Feature = {
  routes: notificationRoutes,
  announcements: notificationAnnouncements,
  jobs: changeMailJobs,
  sweeps: [catchUp, ({ db, clock }) => forgetOldNotifications(db, clock.now())],
}
