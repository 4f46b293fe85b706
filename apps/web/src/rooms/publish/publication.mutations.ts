import { type LiveEvent, removeEvent } from '@parvis/contract/feed.ts'
import { type PublicationBody, publishTemplate, removeTemplate } from '@parvis/contract/templates.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { type Publication, says } from './publication.ts'
import { templateKeys } from './templates.queries.ts'

/** The post that came of a name has been removed meanwhile. */
const isRemoved = (error: unknown) => error instanceof ApiError && error.key === 'error404' && !error.field

/** How often what is meant may change between attempts of which no answer comes. */
const MOST_CHANGES = 9

/**
 * Publishes. Where an earlier attempt has arrived although its answer was lost, the server answers with what that one
 * said: if something else is meant now, that post makes way for one under the next name. The names are the same at
 * every attempt, so that there is never a second post.
 */
const publish = async ({ body, sent }: { body: PublicationBody; sent: Publication['sent'] }): Promise<LiveEvent> => {
  if (sent !== 'changed') return call(publishTemplate, { body })
  for (let change = 0; ; change++) {
    const tmpId = change === 0 ? body.tmpId : `${body.tmpId} ${change}`
    try {
      const event = await call(publishTemplate, { body: { ...body, tmpId } })
      if (says(event, body) || change === MOST_CHANGES) return event
      await call(removeEvent, { params: { id: event._id } })
    } catch (error) {
      if (!isRemoved(error) || change === MOST_CHANGES) throw error
    }
  }
}

/** Goes on when its screen is left; `hooks` hear of the end all the same. */
export const usePublishTemplate = (hooks: {
  onSent: (event: LiveEvent) => void
  onFailed: (error: unknown) => void
}) => {
  const { mutate, isPending } = useMutation({
    mutationFn: publish,
    onSuccess: hooks.onSent,
    onError: hooks.onFailed,
  })
  return { send: mutate, sending: isPending }
}

/** Offers a template no more. */
export const useRemoveTemplate = (hooks: { onRemoved: () => void; onFailed: (error: unknown) => void }) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeTemplate, { params: { id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: templateKeys.all })
      hooks.onRemoved()
    },
    onError: hooks.onFailed,
  })
}
