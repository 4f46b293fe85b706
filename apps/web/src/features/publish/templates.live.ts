import type { QueryClient } from '@tanstack/react-query'
import type { Live } from '#web/kernel/live/live.ts'
import { hasObject, type Message } from '#web/kernel/live/live-frames.ts'
import { templateKeys } from './templates.queries.ts'

const isTemplate = (data: Message['data']) => typeof data._id === 'string' && hasObject(data, 'abilities')

/** Refetches the templates on screens that show them; on other screens when they are opened. */
export const refetchTemplates = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: templateKeys.all })

/**
 * Subscribes to changes of templates; `onRenamed` updates template names shown elsewhere. Returns the unsubscribe
 * function.
 */
export const subscribeToTemplates = (queryClient: QueryClient, live: Live, onRenamed: () => void): (() => void) => {
  const refetch = () => refetchTemplates(queryClient)
  const unsubscribers = [
    // Template changes from before the connection were missed.
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
