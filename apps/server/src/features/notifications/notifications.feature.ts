import type { Feature } from '#server/kernel/feature.ts'
import { changeMailJobs } from './change-mail.service.ts'
import { notificationLiveEvents } from './notifications.live-events.ts'
import { digestNotifications } from './notifications-digest.service.ts'
import { exportAlerts, exportNotifications } from './notifications-export.service.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { purgeOldNotifications } from './notifications.service.ts'
import { createMissedNotifications } from './notification-writers.service.ts'

export const notificationsFeature: Feature = {
  routes: notificationRoutes,
  liveEvents: notificationLiveEvents,
  jobs: changeMailJobs,
  digest: digestNotifications,
  exports: ({ db }, recipient) => [exportAlerts(db, recipient), exportNotifications(db, recipient)],
  sweeps: [createMissedNotifications, ({ db, clock }) => purgeOldNotifications(db, clock.now())],
}
