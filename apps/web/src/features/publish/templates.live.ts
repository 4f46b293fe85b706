import type { QueryClient } from '@tanstack/react-query'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { hasObjectField, type LiveMessage } from '#web/kernel/live/live-frames.ts'
import { templateKeys } from './templates.queries.ts'

const isTemplate = (data: LiveMessage['data']) => typeof data._id === 'string' && hasObjectField(data, 'abilities')

/** Refetches the templates that a screen shows; other templates are refetched when a screen shows them. */
export const refetchTemplates = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: templateKeys.all })

/** `onRenamed` updates template names shown elsewhere. */
export const subscribeToTemplates = (queryClient: QueryClient, live: LiveConnection, onRenamed: () => void): void => {
  const refetch = () => refetchTemplates(queryClient)
  // Changes made while there was no live connection were missed.
  live.on('connected', refetch)
  live.on('template.created', refetch, isTemplate)
  live.on(
    'template.updated',
    () => {
      refetch()
      onRenamed()
    },
    isTemplate,
  )
  live.on('template.deleted', refetch, data => typeof data._id === 'string')
}
