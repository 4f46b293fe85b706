import { type FeedPost, removeEvent } from '@parvis/contract/feed.ts'
import { type PublicationBody, publishTemplate } from '@parvis/contract/templates.ts'
import { assertAcknowledged, call } from '#web/kernel/http/api.ts'
import { type Publication, matchesBody } from './publication.ts'
import { isDeleted } from './publish-errors.ts'

/** Maximum number of content changes between attempts without a response. */
const MAX_CHANGES = 9

/**
 * Publishes from a template. If the server stored an earlier attempt whose response was lost, it returns that version;
 * if the content has changed since, that post is removed and replaced by a post under the next idempotency key. The
 * sequence of keys is the same for each attempt, so there is never a second post.
 */
export const sendPublication = async (
  { body, sent }: { body: PublicationBody; sent: Publication['sent'] },
  /** `as`: id of the author, as another user may be logged in by now. `timeoutMs`: wait for a response, in ms. */
  requestOptions: { signal?: AbortSignal; as?: string; timeoutMs?: number } = {},
): Promise<FeedPost> => {
  if (sent !== 'changed') return assertAcknowledged(await call(publishTemplate, { body, ...requestOptions }))
  for (let change = 0; ; change++) {
    const tmpId = change === 0 ? body.tmpId : `${body.tmpId} ${change}`
    try {
      const event = assertAcknowledged(await call(publishTemplate, { body: { ...body, tmpId }, ...requestOptions }))
      if (matchesBody(event, body) || change === MAX_CHANGES) return event
      await call(removeEvent, { params: { id: event._id }, ...requestOptions })
    } catch (error) {
      // The post created with this idempotency key may have been deleted meanwhile.
      if (!isDeleted(error) || change === MAX_CHANGES) throw error
    }
  }
}
