import type { QueryClient } from '@tanstack/react-query'
import type { Live } from '#web/kernel/live/live.ts'
import { hasPart, type Message } from '#web/kernel/live/live-frames.ts'
import { templateKeys } from './templates.queries.ts'

const isTemplate = (data: Message['data']) => typeof data._id === 'string' && hasPart(data, 'abilities')

/** What is offered has changed: the screens that show it read it again. */
export const readTemplatesAnew = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: templateKeys.all })

/**
 * Lets the screens of templates hear what the server tells. `onRenamed`: what shows a template's name elsewhere.
 * Returns the way to stop.
 */
export const listenToTemplates = (queryClient: QueryClient, live: Live, onRenamed: () => void): (() => void) => {
  const anew = () => readTemplatesAnew(queryClient)
  const stops = [
    // what changed before the connection stood was told to nobody here
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
