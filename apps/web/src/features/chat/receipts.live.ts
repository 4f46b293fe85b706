import type { Message } from '@parvis/contract/chat.ts'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { createThrottle } from './throttle.ts'

/** Messages that are received within this time are acknowledged together. */
const RECEIVED_DELAY_MS = 250
/** Minimum interval between receipts: the server limits the frames of a connection, however fast others write. */
const SEND_INTERVAL_MS = 1500

/** Sends receipts for messages that the viewer has received or read. */
export const createReceipts = (live: Pick<LiveConnection, 'send'>) => {
  /** The last read `place` by conversation, and the last one sent on this connection. */
  const readPlaces = new Map<string, number>()
  const sentReadPlaces = new Map<string, number>()
  const readThrottle = createThrottle(0, SEND_INTERVAL_MS, () => {
    const newPlaces = [...readPlaces].filter(([id, place]) => place > (sentReadPlaces.get(id) ?? 0))
    for (const [conversationId, place] of newPlaces)
      if (live.send({ event: 'read', conversationId, place })) sentReadPlaces.set(conversationId, place)
    return newPlaces.length > 0
  })
  const received = new Map<string, number>()
  const receivedThrottle = createThrottle(RECEIVED_DELAY_MS, SEND_INTERVAL_MS, () => {
    // A read receipt implies that the message was received, so no `received` frame is sent.
    const newPlaces = [...received].filter(([id, place]) => place > (readPlaces.get(id) ?? 0))
    for (const [conversationId, place] of newPlaces) live.send({ event: 'received', conversationId, place })
    received.clear()
    return newPlaces.length > 0
  })
  return {
    received: ({ conversationId, place }: Pick<Message, 'conversationId' | 'place'>) => {
      received.set(conversationId, Math.max(place, received.get(conversationId) ?? 0))
      receivedThrottle.schedule()
    },
    /** Returns false when the conversation was already read up to `place`. */
    markRead: (conversationId: string, place: number): boolean => {
      if (place <= (readPlaces.get(conversationId) ?? 0)) return false
      readPlaces.set(conversationId, place)
      readThrottle.schedule()
      return true
    },
    /** Sends the read receipts again after a reconnection; the server ignores repeated ones. */
    resendRead: () => {
      sentReadPlaces.clear()
      readThrottle.schedule()
    },
    /** Sends the pending read receipts at once, because the page is being closed. */
    flushRead: readThrottle.flush,
    stop: () => {
      readThrottle.stop()
      receivedThrottle.stop()
    },
  }
}

export type Receipts = ReturnType<typeof createReceipts>
