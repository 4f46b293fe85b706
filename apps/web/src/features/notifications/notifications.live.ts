import { matchQuery, type QueryClient } from '@tanstack/react-query'
import { firstAnswersIn } from '#web/kernel/http/query-client.ts'
import { hasId, isAuthor } from '#web/kernel/live/live-frames.ts'
import type { Live } from '#web/kernel/live/live.ts'
import { showOnApp } from './app-badge.ts'
import {
  type Told,
  unreadRowsIn,
  withActor,
  withNew,
  withoutEvent,
  withRead,
  withTheseRead,
} from './notifications.cache.ts'
import { notificationKeys, notificationsQuery } from './notifications.queries.ts'
import { setUnread, unreadCounter } from './unread-count.ts'

/**
 * Keeps the bell and the icon of the installed app up to date by live events, as long as the member can be notified.
 * Returns a function that stops it.
 */
export const listenToNotifications = (queryClient: QueryClient, live: Live, mayBeTold: () => boolean): (() => void) => {
  const list = notificationKeys.list()
  const change = (work: (told: Told) => Told) =>
    queryClient.setQueryData<Told>(list, told => (told ? work(told) : told))
  const ask = async () => {
    if (!mayBeTold()) return
    await firstAnswersIn(queryClient, notificationKeys.all)
    await queryClient.invalidateQueries({ queryKey: list, refetchType: 'all' })
    if (!queryClient.getQueryData(list)) await queryClient.infiniteQuery(notificationsQuery()).catch(() => {})
  }
  const readAnew = () => void queryClient.invalidateQueries({ queryKey: list, refetchType: 'all' })
  const stops = [
    showOnApp(unreadCounter),
    queryClient.getQueryCache().subscribe(({ query }) => {
      if (matchQuery({ queryKey: list, exact: true }, query))
        setUnread(unreadRowsIn(query.state.data as Told | undefined))
    }),
    live.on(
      'notification.created',
      news => change(told => withNew(told, news)),
      (data): boolean => hasId(data) && Array.isArray(data.actors),
    ),
    live.on(
      'notification.read',
      news => {
        const told = queryClient.getQueryData<Told>(list)
        if (!told) return
        const read = 'upTo' in news ? withRead(told, news.upTo) : withTheseRead(told, news.ids)
        if (read) queryClient.setQueryData<Told>(list, read)
        else readAnew()
      },
      (data): boolean => typeof data.upTo === 'string' || Array.isArray(data.ids),
    ),
    live.on('notification.changed', readAnew, () => true),
    live.on('author.updated', author => change(told => withActor(told, author)), isAuthor),
    live.on('event.deleted', ({ _id }) => change(told => withoutEvent(told, _id)), hasId),
    live.on('connected', ask),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
