import type { QueryClient } from '@tanstack/react-query'
import type { Live } from '#web/kernel/live/live.ts'
import { hasObject, type Message } from '#web/kernel/live/live-frames.ts'
import { templateKeys } from './templates.queries.ts'

const isTemplate = (data: Message['data']) => typeof data._id === 'string' && hasObject(data, 'abilities')

/** Refetches templates on the screens that show them. */
export const refetchTemplates = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: templateKeys.all })

/**
 * Subscribes to changes of templates; `onRenamed` is for names of templates shown elsewhere. Returns a function that
 * unsubscribes.
 */
export const subscribeToTemplates = (queryClient: QueryClient, live: Live, onRenamed: () => void): (() => void) => {
  const refetch = () => refetchTemplates(queryClient)
  const unsubscribers = [
    // Changes from before the connection were not received here.
    live.on('connected', refetch),
    live.on('template.created', refetch, isTemplate),
    live.on(
      'template.updated',
      () => {
        refetch()
        onRenamed()
      },
      isTemplate,
    ),
    live.on('template.deleted', refetch, data => typeof data._id === 'string'),
  ]
  return () => unsubscribers.forEach(unsubscribe => unsubscribe())
}
