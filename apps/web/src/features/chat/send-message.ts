import { type OutgoingMessage, type VisibleMessage, sendMessage } from '@parvis/contract/chat.ts'
import { uploadMedia } from '@parvis/contract/media.ts'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import type { Sender } from '#web/kernel/outbox/sender.ts'
import type { PendingItem } from '#web/kernel/outbox/pending.ts'

declare module '#web/kernel/outbox/pending.ts' {
  interface UnsentPayloads {
    message: OutgoingMessage
  }
}

/** How long a sent message waits for the acknowledgement before it is sent again under the same id. */
const ACKNOWLEDGEMENT_TIMEOUT_MS = 10_000

/** Name of the outbox queue of a message; messages of one queue are sent in order. */
export const queueOf = ({ to, eventId }: Pick<OutgoingMessage, 'to' | 'eventId'>): string =>
  to ? `to ${to}` : `group ${eventId}`

/** Sends messages over the live connection, or over HTTP without one. `onSent` receives each stored message. */
export const messageSender = (
  live: Pick<LiveConnection, 'send' | 'on'>,
  onSent: (message: VisibleMessage, pendingItem: PendingItem<'message'>) => void,
): Sender<'message', VisibleMessage> => {
  const deliver = (message: OutgoingMessage, me: string, signal: AbortSignal): Promise<VisibleMessage> => {
    if (!live.send({ event: 'message', ...message, userId: me }))
      return call(sendMessage, { body: message, signal, as: me })
    const answer = Promise.withResolvers<VisibleMessage>()
    const unsubscribes = [
      live.on(
        'sent',
        ({ tmpId, message: stored }) => tmpId === message.tmpId && answer.resolve(stored),
        data => typeof data.tmpId === 'string',
      ),
      live.on(
        'error',
        ({ tmpId, error }) => {
          if (tmpId === message.tmpId)
            answer.reject(new ApiError(error.key, 400, { params: { ...error.params, seconds: error.retryAfter ?? 1 } }))
        },
        data => typeof data.tmpId === 'string',
      ),
    ]
    const timeout = setTimeout(() => answer.reject(new ApiError('networkerror', 0)), ACKNOWLEDGEMENT_TIMEOUT_MS)
    return answer.promise.finally(() => {
      clearTimeout(timeout)
      unsubscribes.forEach(stop => stop())
    })
  }
  return {
    send: async ({ me, payload, photo }, { signal, onProgress, changeItem }) => {
      if (!photo) return deliver(payload, me, signal)
      const file = new File([photo], 'photo.jpg', { type: photo.type })
      const { uri } = await upload(uploadMedia, { body: {}, files: [file], signal, onProgress, as: me })
      // A proxy may answer 200 with its own body: the photo was not stored.
      if (!uri) throw new ApiError('networkerror', 0)
      const message = { ...payload, image: uri }
      changeItem({ payload: message, photo: undefined })
      return deliver(message, me, signal)
    },
    onSent,
  }
}
