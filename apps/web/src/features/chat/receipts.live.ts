import type { Message } from '@parvis/contract/chat.ts'
import type { Live } from '#web/kernel/live/live.ts'
import { pacedBy } from './paced.ts'

/** What has come within this time is said to have arrived together. */
const RECEIVED_TOGETHER_MS = 250
/**
 * How far one has received and read is said once in this time at most: a connection bears so many frames, and the
 * others may write as fast.
 */
const SAID_AGAIN_MS = 1500

/** Says how far one has received and read. */
export const createReceipts = (live: Pick<Live, 'send'>) => {
  /** How far has been read on this page; what was said of it, on this connection. */
  const readPlaces = new Map<string, number>()
  const readSaid = new Map<string, number>()
  const reading = pacedBy(0, SAID_AGAIN_MS, () => {
    const more = [...readPlaces].filter(([id, place]) => place > (readSaid.get(id) ?? 0))
    for (const [conversationId, place] of more)
      if (live.send({ event: 'read', conversationId, place })) readSaid.set(conversationId, place)
    return more.length > 0
  })
  const received = new Map<string, number>()
  const saying = pacedBy(RECEIVED_TOGETHER_MS, SAID_AGAIN_MS, () => {
    // what is read has arrived
    const more = [...received].filter(([id, place]) => place > (readPlaces.get(id) ?? 0))
    for (const [conversationId, place] of more) live.send({ event: 'received', conversationId, place })
    received.clear()
    return more.length > 0
  })
  return {
    received: ({ conversationId, place }: Pick<Message, 'conversationId' | 'place'>) => {
      received.set(conversationId, Math.max(place, received.get(conversationId) ?? 0))
      saying.ask()
    },
    /** False where so much was read before. */
    read: (conversationId: string, place: number): boolean => {
      if (place <= (readPlaces.get(conversationId) ?? 0)) return false
      readPlaces.set(conversationId, place)
      reading.ask()
      return true
    },
    /** Said while nothing was connected, or on a connection that was lost meanwhile: said anew, and heard once. */
    sayAnew: () => {
      readSaid.clear()
      reading.ask()
    },
    /** At once: the page goes. */
    now: reading.now,
    stop: () => {
      reading.stop()
      saying.stop()
    },
  }
}
