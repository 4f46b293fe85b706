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
import { useOptimisticChange } from '#web/kernel/http/optimistic-change.ts'
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

type AlertState = { status?: AlertStatus }

const { status, alerts, switches, quiet } = notificationKeys

const cachedAlerts = (queryClient: QueryClient) => queryClient.getQueryData<string[]>(alerts()) ?? []

const statusOfSelection = (ids: readonly string[]): AlertState => (ids.length > 0 ? { status: 'selection' } : {})

/** Switches alerts between all posts and the selection. */
export const useSetAlertStatus = () =>
  useOptimisticChange({
    scope: 'alerts',
    send: (all: boolean) => call(all ? alertOfAllPosts : alertOfSelectedPosts),
    newDataOf: (all, queryClient) => [
      [status(), all ? { status: 'all' } : statusOfSelection(cachedAlerts(queryClient))],
    ],
    keys: [status(), alerts()],
    onError: showFailure,
  })

/** Adds templates and categories to the alerts, or removes them. */
export const useChooseAlerts = () =>
  useOptimisticChange({
    scope: 'alerts',
    send: async ({ ids, chosen }: { ids: readonly string[]; chosen: boolean }) => {
      if (chosen) await call(addAlerts, { body: { templatesIds: [...ids] } })
      else for (const templateId of ids) await call(removeAlert, { params: { templateId } })
    },
    newDataOf: ({ ids, chosen }, queryClient) => {
      const others = cachedAlerts(queryClient).filter(id => !ids.includes(id))
      const after = chosen ? [...others, ...ids] : others
      const isAll = queryClient.getQueryData<AlertState>(status())?.status === 'all'
      return [
        [alerts(), after],
        [status(), isAll ? undefined : statusOfSelection(after)],
      ]
    },
    keys: [status(), alerts()],
    onError: showFailure,
  })

/** Turns kinds of notifications on or off. */
export const useToggleKind = () =>
  useOptimisticChange({
    scope: 'switches',
    send: (body: Partial<NotificationSwitches>) => call(setNotificationSwitches, { body }),
    newDataOf: (changes, queryClient) => {
      const before = queryClient.getQueryData<NotificationSwitches>(switches())
      return [[switches(), before && { ...before, ...changes }]]
    },
    keys: [switches()],
    onError: showFailure,
  }).mutate

/** Sets the quiet hours, or removes them for null. */
export const useSetQuietHours = () =>
  useOptimisticChange({
    scope: 'quiet',
    send: (hours: Required<QuietHours> | null) =>
      hours ? call(setQuietHours, { body: hours }) : call(removeQuietHours),
    newDataOf: hours => [[quiet(), hours ?? {}]],
    keys: [quiet()],
    onError: showFailure,
  }).mutate
