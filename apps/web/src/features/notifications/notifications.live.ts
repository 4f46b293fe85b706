import { matchQuery, type QueryClient } from '@tanstack/react-query'
import { waitForInitialFetches } from '#web/kernel/http/query-client.ts'
import { hasId, isAuthor } from '#web/kernel/live/live-frames.ts'
import type { Live } from '#web/kernel/live/live.ts'
import { showAppBadge } from './app-badge.ts'
import {
  type NotificationsData,
  countUnreadRows,
  withActor,
  withNew,
  withoutEvent,
  withReadUpTo,
  withIdsRead,
} from './notifications.cache.ts'
import { notificationKeys, notificationsQuery } from './notifications.queries.ts'
import { setUnread, unreadCounter } from './unread-count.ts'

/**
 * Keeps the bell and the icon of the installed app up to date by live events, as long as the member can be notified.
 * Returns a function that stops it.
 */
export const listenToNotifications = (
  queryClient: QueryClient,
  live: Live,
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
        setUnread(countUnreadRows(query.state.data as NotificationsData | undefined))
    }),
    live.on(
      'notification.created',
      event => change(data => withNew(data, event)),
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
