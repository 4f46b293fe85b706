import { type LiveEvent, removeEvent } from '@parvis/contract/feed.ts'
import { type PublicationBody, publishTemplate } from '@parvis/contract/templates.ts'
import { acknowledged, ApiError, call } from '#web/kernel/http/api.ts'
import { type Publication, says } from './publication.ts'

/** The post that came of a name has been removed meanwhile. */
const isRemoved = (error: unknown) => error instanceof ApiError && error.key === 'error404' && !error.field

/** How often what is meant may change between attempts of which no answer comes. */
const MOST_CHANGES = 9

/**
 * Publishes. Where an earlier attempt has arrived although its answer was lost, the server answers with what that one
 * said: if something else is meant now, that post makes way for one under the next name. The names are the same at
 * every attempt, so that there is never a second post.
 */
export const sendPublication = async (
  { body, sent }: { body: PublicationBody; sent: Publication['sent'] },
  /** As whom it is meant, where that may not be who is signed in; how long the server may be silent, in milliseconds. */
  attempt: { signal?: AbortSignal; as?: string; patienceMs?: number } = {},
): Promise<LiveEvent> => {
  if (sent !== 'changed') return acknowledged(await call(publishTemplate, { body, ...attempt }))
  for (let change = 0; ; change++) {
    const tmpId = change === 0 ? body.tmpId : `${body.tmpId} ${change}`
    try {
      const event = acknowledged(await call(publishTemplate, { body: { ...body, tmpId }, ...attempt }))
      if (says(event, body) || change === MOST_CHANGES) return event
      await call(removeEvent, { params: { id: event._id }, ...attempt })
    } catch (error) {
      if (!isRemoved(error) || change === MOST_CHANGES) throw error
    }
  }
}
