import { type Outgoing, type SeenMessage, sendMessage } from '@parvis/contract/chat.ts'
import { uploadMedia } from '@parvis/contract/media.ts'
import { ApiError, call } from '#web/kernel/http/api.ts'
import type { Live } from '#web/kernel/live/live.ts'
import type { Sender } from '#web/kernel/outbox/outbox.ts'
import type { Waiting } from '#web/kernel/outbox/waiting.ts'

declare module '#web/kernel/outbox/waiting.ts' {
  interface Unsent {
    message: Outgoing
  }
}

/** How long an answer over the live connection is waited for; the message is then sent again under its name. */
const ANSWER_MS = 10_000

/** Where a message goes: one place gets its messages one after the other. */
export const placeOf = ({ to, eventId }: Pick<Outgoing, 'to' | 'eventId'>): string =>
  to ? `to ${to}` : `group ${eventId}`

/** Sends messages over the live connection; by a call where none stands. `onSent` is told each as it was stored. */
export const messageSender = (
  live: Pick<Live, 'send' | 'on'>,
  onSent: (message: SeenMessage, waiting: Waiting<'message'>) => void,
): Sender<'message', SeenMessage> => {
  const hand = (message: Outgoing, me: string, signal: AbortSignal): Promise<SeenMessage> => {
    const answer = Promise.withResolvers<SeenMessage>()
    const stops = [
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
    if (!live.send({ event: 'message', ...message, userId: me })) {
      stops.forEach(stop => stop())
      return call(sendMessage, { body: message, signal, as: me })
    }
    const late = setTimeout(() => answer.reject(new ApiError('networkerror', 0)), ANSWER_MS)
    return answer.promise.finally(() => {
      clearTimeout(late)
      stops.forEach(stop => stop())
    })
  }
  return {
    send: async ({ me, payload, photo }, { signal, onProgress, change }) => {
      if (!photo) return hand(payload, me, signal)
      const { upload } = await import('#web/kernel/http/upload.ts')
      const file = new File([photo], 'photo.jpg', { type: photo.type })
      const { uri } = await upload(uploadMedia, { body: {}, files: [file], signal, onProgress, as: me })
      // something on the way said yes: the photo is not there
      if (!uri) throw new ApiError('networkerror', 0)
      const message = { ...payload, image: uri }
      change({ payload: message, photo: undefined })
      return hand(message, me, signal)
    },
    onSent,
  }
}
