import type { QueryClient } from '@tanstack/react-query'
import type { Live } from '#web/kernel/live/live.ts'
import { hasPart, type Message } from '#web/kernel/live/live-frames.ts'
import { templateKeys } from './templates.queries.ts'

const isTemplate = (data: Message['data']) => typeof data._id === 'string' && hasPart(data, 'abilities')

/** Refetches templates on the screens that show them. */
export const readTemplatesAnew = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: templateKeys.all })

/**
 * Subscribes to changes of templates; `onRenamed` is for names of templates shown elsewhere. Returns a function that
 * unsubscribes.
 */
export const listenToTemplates = (queryClient: QueryClient, live: Live, onRenamed: () => void): (() => void) => {
  const anew = () => readTemplatesAnew(queryClient)
  const stops = [
    // Changes from before the connection were not received here.
    live.on('connected', anew),
    live.on('template.created', anew, isTemplate),
    live.on(
      'template.updated',
      () => {
        anew()
        onRenamed()
      },
      isTemplate,
    ),
    live.on('template.deleted', anew, data => typeof data._id === 'string'),
  ]
  return () => stops.forEach(stop => stop())
}
