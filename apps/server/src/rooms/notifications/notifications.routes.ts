import {
  addAlerts as addAlertsCall,
  alertAll,
  alertSelection,
  getAlertStatus,
  listAlerts,
  listNotifications,
  readNotifications,
  removeAlert as removeAlertCall,
} from '@parvis/contract/notifications.ts'
import type { FastifyInstance } from 'fastify'
import { readPage } from '#server/kernel/http/pagination.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { catchUpWithPosts, watchPosts } from './alert-writer.service.ts'
import { findAlerts, findAlertStatus } from './alerts.queries.ts'
import { addAlerts, removeAlert, setAlertsAll } from './alerts.service.ts'
import { presentNotification } from './notifications.presenter.ts'
import { countUnread, findNotifications } from './notifications.queries.ts'
import { readUpTo } from './notifications.service.ts'

export const notificationRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db } = platform
  const log = (error: unknown) => app.log.error(error, 'posts could not be told of')
  const stopWatching = watchPosts(platform, log)
  app.addHook('onListen', async () => void catchUpWithPosts(platform).catch(log))
  app.addHook('onClose', stopWatching)

  serve(app, getAlertStatus, [], async ({ actor }) => findAlertStatus(db, actor))

  serve(app, listAlerts, [], async ({ actor }) => findAlerts(db, actor))

  serve(app, alertAll, [], async ({ actor }) => setAlertsAll(platform, actor, true))

  serve(app, alertSelection, [], async ({ actor }) => setAlertsAll(platform, actor, false))

  serve(app, addAlertsCall, [], async ({ actor, body }) => addAlerts(platform, actor, body.templatesIds))

  serve(app, removeAlertCall, [], async ({ actor, params }) => {
    await removeAlert(platform, actor, params.templateId)
    return { _id: params.templateId }
  })

  serve(app, listNotifications, [], async ({ actor, query }) => {
    const [page, notRead] = await Promise.all([
      readPage(query, {
        scope: ['notifications', actor.communityId, actor.userId],
        find: start => findNotifications(db, actor, start),
        present: presentNotification,
      }),
      countUnread(db, actor),
    ])
    return { ...page, notRead }
  })

  serve(app, readNotifications, [], async ({ actor, body }) => ({ notRead: await readUpTo(db, actor, body.upTo) }))
}
