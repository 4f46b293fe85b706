import { matchQuery, type QueryClient } from '@tanstack/react-query'
import { waitForInitialFetches } from '#web/kernel/http/query-client.ts'
import { hasId, isAuthor } from '#web/kernel/live/live-frames.ts'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { showAppBadge } from './app-badge.ts'
import {
  type NotificationsData,
  countUnreadRows,
  withActor,
  withNewNotification,
  withoutEvent,
  withReadUpTo,
  withIdsRead,
} from './notifications.cache.ts'
import { notificationKeys, notificationsQuery } from './notifications.queries.ts'
import { unreadCounter } from './unread-count.ts'

/**
 * Updates the list of notifications by live events, and with the list the counts on the bell and on the app icon. On
 * each connection the list is refetched if the member can be notified. Returns a function that stops the updates.
 */
export const listenToNotifications = (
  queryClient: QueryClient,
  live: LiveConnection,
  canBeNotified: () => boolean,
): (() => void) => {
  const list = notificationKeys.list()
  const change = (update: (data: NotificationsData) => NotificationsData) =>
    queryClient.setQueryData<NotificationsData>(list, data => (data ? update(data) : data))
  const refreshList = async () => {
    if (!canBeNotified()) return
    await waitForInitialFetches(queryClient, notificationKeys.all)
    await queryClient.invalidateQueries({ queryKey: list, refetchType: 'all' })
    if (!queryClient.getQueryData(list)) await queryClient.infiniteQuery(notificationsQuery()).catch(() => {})
  }
  const refetchList = () => void queryClient.invalidateQueries({ queryKey: list, refetchType: 'all' })
  const unsubscribers = [
    showAppBadge(unreadCounter),
    queryClient.getQueryCache().subscribe(({ query }) => {
      if (matchQuery({ queryKey: list, exact: true }, query))
        unreadCounter.set(countUnreadRows(query.state.data as NotificationsData | undefined))
    }),
    live.on(
      'notification.created',
      event => change(data => withNewNotification(data, event)),
      (data): boolean => hasId(data) && Array.isArray(data.actors),
    ),
    live.on(
      'notification.read',
      event => {
        const data = queryClient.getQueryData<NotificationsData>(list)
        if (!data) return
        const read = 'upTo' in event ? withReadUpTo(data, event.upTo) : withIdsRead(data, event.ids)
        if (read) queryClient.setQueryData<NotificationsData>(list, read)
        else refetchList()
      },
      (data): boolean => typeof data.upTo === 'string' || Array.isArray(data.ids),
    ),
    live.on('notification.changed', refetchList, () => true),
    live.on('author.updated', author => change(data => withActor(data, author)), isAuthor),
    live.on('event.deleted', ({ _id }) => change(data => withoutEvent(data, _id)), hasId),
    live.on('connected', refreshList),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
