import {
  addAlerts as addAlertsCall,
  alertOfAllPosts,
  alertOfSelectedPosts,
  getAlertStatus,
  getNotificationSwitches,
  getQuietHours,
  listAlerts,
  listNotifications,
  readNotifications,
  removeAlert as removeAlertCall,
  setNotificationSwitches,
  removeQuietHours,
  setQuietHours as setQuietHoursCall,
} from '@parvis/contract/notifications.ts'
import type { FastifyInstance } from 'fastify'
import { readPage } from '#server/kernel/http/pagination.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { notificationSubjectsOf } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { findAlertSubjectIds, findAlertStatus } from './alerts.queries.ts'
import { addAlerts, removeAlert, setAlertsForAllPosts } from './alerts.service.ts'
import { loadNotifications } from './notifications.presenter.ts'
import {
  countUnread,
  findNotifications,
  findAccountRecipients,
  findNotificationSwitches,
} from './notifications.queries.ts'
import { markReadUpTo, changeNotificationSwitches } from './notifications.service.ts'
import { findQuietHours, setQuietHours } from './quiet-hours.service.ts'
import { createMissedNotifications } from './missed-notifications.service.ts'

export const notificationRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, clock, features } = platform
  const subjects = notificationSubjectsOf(platform)
  const log = (error: unknown) => app.log.error(error, 'notifications could not be created')
  const stops = features.flatMap(({ notifications }) => notifications?.start?.(platform, log) ?? [])
  app.addHook('onListen', async () => void createMissedNotifications(platform).catch(log))
  app.addHook('onClose', async () => void (await Promise.all(stops.map(stop => stop()))))

  serve(app, getAlertStatus, [], async ({ actor }) => findAlertStatus(db, actor))

  serve(app, listAlerts, [], async ({ actor }) => findAlertSubjectIds(db, actor))

  serve(app, alertOfAllPosts, [], async ({ actor }) => setAlertsForAllPosts(platform, actor, true))

  serve(app, alertOfSelectedPosts, [], async ({ actor }) => setAlertsForAllPosts(platform, actor, false))

  serve(app, addAlertsCall, [], async ({ actor, body }) => addAlerts(platform, actor, body.templatesIds))

  serve(app, removeAlertCall, [], async ({ actor, params }) => {
    await removeAlert(platform, actor, params.templateId)
    return { _id: params.templateId }
  })

  serve(app, getQuietHours, [], async ({ actor }) => findQuietHours(db, actor))

  serve(app, setQuietHoursCall, [], async ({ actor, body }) => setQuietHours(platform, actor, body))

  serve(app, removeQuietHours, [], async ({ actor }) => setQuietHours(platform, actor, null))

  serve(app, listNotifications, [], async ({ actor, query }) => {
    const now = clock.now()
    const recipients = await findAccountRecipients(db, actor, now)
    const [page, notRead] = await Promise.all([
      readPage(query, {
        scope: ['notifications', actor.communityId, actor.userId],
        find: async start => loadNotifications(platform, await findNotifications(db, subjects, recipients, start, now)),
        present: ({ view }) => view,
      }),
      countUnread(db, subjects, recipients, now),
    ])
    return { ...page, notRead }
  })

  serve(app, readNotifications, [], async ({ actor, body }) => ({
    notRead: await markReadUpTo(platform, actor, body.upTo),
  }))

  serve(app, getNotificationSwitches, [], async ({ actor }) => findNotificationSwitches(db, actor))

  serve(app, setNotificationSwitches, [], async ({ actor, body }) => changeNotificationSwitches(platform, actor, body))
}
