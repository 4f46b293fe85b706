import {
  getAlertStatus,
  getNotificationSwitches,
  getQuietHours,
  listAlerts,
  listNotifications,
} from '@parvis/contract/notifications.ts'
import { listTemplateCategories } from '@parvis/contract/templates.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

export const notificationKeys = {
  all: ['notifications'] as const,
  list: () => [...notificationKeys.all, 'list'] as const,
  status: () => [...notificationKeys.all, 'status'] as const,
  alerts: () => [...notificationKeys.all, 'alerts'] as const,
  quiet: () => [...notificationKeys.all, 'quiet'] as const,
  choices: () => [...notificationKeys.all, 'choices'] as const,
  switches: () => [...notificationKeys.all, 'switches'] as const,
}

/** Cached while the app is open, since live events update the notifications and the bell counts them. */
export const notificationsQuery = () =>
  infiniteQueryOptions({
    queryKey: notificationKeys.list(),
    ...persisted,
    queryFn: ({ pageParam, signal }) => call(listNotifications, { query: { ...pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    gcTime: Infinity,
  })

export const alertStatusQuery = () =>
  queryOptions({
    queryKey: notificationKeys.status(),
    ...persisted,
    queryFn: ({ signal }) => call(getAlertStatus, { signal }),
  })

/** The templates and categories that the viewer is notified about. */
export const alertsQuery = () =>
  queryOptions({
    queryKey: notificationKeys.alerts(),
    ...persisted,
    queryFn: ({ signal }) => call(listAlerts, { signal }),
  })

export const switchesQuery = () =>
  queryOptions({
    queryKey: notificationKeys.switches(),
    ...persisted,
    queryFn: ({ signal }) => call(getNotificationSwitches, { signal }),
  })

export const quietHoursQuery = () =>
  queryOptions({
    queryKey: notificationKeys.quiet(),
    ...persisted,
    queryFn: ({ signal }) => call(getQuietHours, { signal }),
  })

/** The templates and categories that the viewer can choose for alerts. */
export const alertChoicesQuery = () =>
  queryOptions({
    queryKey: notificationKeys.choices(),
    ...persisted,
    queryFn: ({ signal }) => call(listTemplateCategories, { signal }),
  })
