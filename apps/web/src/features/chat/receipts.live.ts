import type { Message } from '@parvis/contract/chat.ts'
import type { Live } from '#web/kernel/live/live.ts'
import { pacedBy } from './paced.ts'

/** Received messages within this time are acknowledged together. */
const RECEIVED_TOGETHER_MS = 250
/**
 * Minimum interval between receipts: a connection accepts a limited number of frames, however fast the others write.
 */
const SAID_AGAIN_MS = 1500

/** Sends how far the viewer has received and read. */
export const createReceipts = (live: Pick<Live, 'send'>) => {
  /** How far was read on this page, and what of it was sent on this connection. */
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
    // A read message needs no receipt of arrival.
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
    /** Returns false when that place was read before. */
    read: (conversationId: string, place: number): boolean => {
      if (place <= (readPlaces.get(conversationId) ?? 0)) return false
      readPlaces.set(conversationId, place)
      reading.ask()
      return true
    },
    /** Sends the read receipts again after a reconnection; the server ignores repeated ones. */
    sayAnew: () => {
      readSaid.clear()
      reading.ask()
    },
    /** Sends at once, as the page is being closed. */
    now: reading.now,
    stop: () => {
      reading.stop()
      saying.stop()
    },
  }
}
