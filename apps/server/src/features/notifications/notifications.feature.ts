import type { Feature } from '#server/kernel/feature.ts'
import { createMissedNotifications } from './missed-notifications.service.ts'
import { notificationLiveEvents } from './notifications.live-events.ts'
import { digestNotifications } from './notifications-digest.service.ts'
import { exportAlerts, exportNotifications } from './notifications-export.service.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { deleteOrphanedNotifications, purgeOldNotifications } from './notifications.service.ts'
import { deleteNotificationsAbout } from './notify.service.ts'

export const notificationsFeature: Feature = {
  routes: notificationRoutes,
  liveEvents: notificationLiveEvents,
  digest: digestNotifications,
  exports: ({ db }, recipient) => [exportAlerts(db, recipient), exportNotifications(db, recipient)],
  sweeps: [
    createMissedNotifications,
    ({ db, clock }) => purgeOldNotifications(db, clock.now()),
    deleteOrphanedNotifications,
  ],
  onSubjectsRemoved: (_, tx, removed) => deleteNotificationsAbout(tx, removed),
}
