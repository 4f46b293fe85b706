import { type FeedPost, removeEvent } from '@parvis/contract/feed.ts'
import { type PublicationBody, publishTemplate } from '@parvis/contract/templates.ts'
import { assertAcknowledged, ApiError, call } from '#web/kernel/http/api.ts'
import { type Publication, matchesBody } from './publication.ts'

/** The post created with this key has been removed meanwhile. */
const isRemoved = (error: unknown) => error instanceof ApiError && error.key === 'error404' && !error.field

/** How often the content may change between attempts without an answer. */
const MAX_CHANGES = 9

/**
 * Publishes a template. When an earlier attempt arrived although its answer was lost, the server answers with that
 * version; if the content has changed since, that post is removed and replaced by one under the next key. The keys are
 * the same at every attempt, so that there is never a second post.
 */
export const sendPublication = async (
  { body, sent }: { body: PublicationBody; sent: Publication['sent'] },
  /**
   * User id that the request is meant for, where another user may be signed in; and how long the server may stay
   * silent, in milliseconds.
   */
  attempt: { signal?: AbortSignal; as?: string; timeoutMs?: number } = {},
): Promise<FeedPost> => {
  if (sent !== 'changed') return assertAcknowledged(await call(publishTemplate, { body, ...attempt }))
  for (let change = 0; ; change++) {
    const tmpId = change === 0 ? body.tmpId : `${body.tmpId} ${change}`
    try {
      const event = assertAcknowledged(await call(publishTemplate, { body: { ...body, tmpId }, ...attempt }))
      if (matchesBody(event, body) || change === MAX_CHANGES) return event
      await call(removeEvent, { params: { id: event._id }, ...attempt })
    } catch (error) {
      if (!isRemoved(error) || change === MAX_CHANGES) throw error
    }
  }
}
