import {
  addAlerts,
  alertOfAllPosts,
  alertOfSelectedPosts,
  type AlertStatus,
  type NotificationSwitches,
  type QuietHours,
  readNotifications,
  removeAlert,
  removeQuietHours,
  setNotificationSwitches,
  setQuietHours,
} from '@parvis/contract/notifications.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { explain, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { type NotificationsData, withReadUpTo } from './notifications.cache.ts'
import { notificationKeys } from './notifications.queries.ts'

const showFailure = (error: unknown) => {
  // The notification settings use their own text for unexpected errors.
  const isUnexpected = error instanceof ApiError && error.key === 'unexpectederror'
  const text = isUnexpected ? t('notifications.notsaved') : explain(error)
  showToast({ kind: 'error', text, cause: 'alerts' })
}

/** Marks a notification and all older ones as read, optimistically: after a failure the list is refetched. */
export const useMarkRead = () => {
  const queryClient = useQueryClient()
  const list = notificationKeys.list()
  return useMutation({
    mutationFn: (upTo: string) => call(readNotifications, { body: { upTo } }),
    onMutate: upTo => queryClient.setQueryData<NotificationsData>(list, data => data && withReadUpTo(data, upTo)),
    onError: () => queryClient.invalidateQueries({ queryKey: list }),
  }).mutate
}

type Ids = string[]
type Status = { status?: AlertStatus }

const invalidateAlerts = (queryClient: QueryClient) =>
  Promise.all(
    [notificationKeys.status(), notificationKeys.alerts()].map(queryKey => queryClient.invalidateQueries({ queryKey })),
  )

/** Switches alerts between all posts and the selection, optimistically: a refusal restores the former status. */
export const useSetAlertStatus = () => {
  const queryClient = useQueryClient()
  const key = notificationKeys.status()
  return useMutation({
    scope: { id: 'alerts' },
    mutationFn: (all: boolean) => call(all ? alertOfAllPosts : alertOfSelectedPosts),
    onMutate: all => {
      const before = queryClient.getQueryData<Status>(key)
      const some = (queryClient.getQueryData<Ids>(notificationKeys.alerts()) ?? []).length > 0
      queryClient.setQueryData<Status>(key, all ? { status: 'all' } : some ? { status: 'selection' } : {})
      return before
    },
    onError: (error, _, before) => {
      queryClient.setQueryData(key, before)
      showFailure(error)
    },
    onSettled: () => invalidateAlerts(queryClient),
  })
}

/** Adds templates and categories to the alerts, or removes them, optimistically: a refusal restores the alerts. */
export const useChooseAlerts = () => {
  const queryClient = useQueryClient()
  const key = notificationKeys.alerts()
  const statusKey = notificationKeys.status()
  return useMutation({
    scope: { id: 'alerts' },
    mutationFn: async ({ ids, chosen }: { ids: readonly string[]; chosen: boolean }) => {
      if (chosen) await call(addAlerts, { body: { templatesIds: [...ids] } })
      else for (const templateId of ids) await call(removeAlert, { params: { templateId } })
    },
    onMutate: ({ ids, chosen }) => {
      const before = { alerts: queryClient.getQueryData<Ids>(key), status: queryClient.getQueryData<Status>(statusKey) }
      const others = (before.alerts ?? []).filter(id => !ids.includes(id))
      const after = chosen ? [...others, ...ids] : others
      queryClient.setQueryData<Ids>(key, after)
      if (before.status?.status !== 'all')
        queryClient.setQueryData<Status>(statusKey, after.length > 0 ? { status: 'selection' } : {})
      return before
    },
    onError: (error, _, before) => {
      queryClient.setQueryData(key, before?.alerts)
      queryClient.setQueryData(statusKey, before?.status)
      showFailure(error)
    },
    onSettled: () => invalidateAlerts(queryClient),
  })
}

/** Turns kinds of notifications on or off, optimistically: a refusal restores the former switches. */
export const useToggleKind = () => {
  const queryClient = useQueryClient()
  const key = notificationKeys.switches()
  return useMutation({
    scope: { id: 'switches' },
    mutationFn: (body: Partial<NotificationSwitches>) => call(setNotificationSwitches, { body }),
    onMutate: changes => {
      const before = queryClient.getQueryData<NotificationSwitches>(key)
      if (before) queryClient.setQueryData<NotificationSwitches>(key, { ...before, ...changes })
      return before
    },
    onError: (error, _, before) => {
      queryClient.setQueryData(key, before)
      showFailure(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  }).mutate
}

/** Sets the quiet hours, or removes them for null, optimistically: a refusal restores the former hours. */
export const useSetQuietHours = () => {
  const queryClient = useQueryClient()
  const key = notificationKeys.quiet()
  return useMutation({
    scope: { id: 'quiet' },
    mutationFn: (hours: Required<QuietHours> | null) =>
      hours ? call(setQuietHours, { body: hours }) : call(removeQuietHours),
    onMutate: hours => {
      const before = queryClient.getQueryData<QuietHours>(key)
      queryClient.setQueryData<QuietHours>(key, hours ?? {})
      return before
    },
    onError: (error, _, before) => {
      queryClient.setQueryData(key, before)
      showFailure(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  }).mutate
}
