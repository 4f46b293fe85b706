import { setTimeout as wait } from 'node:timers/promises'
import type { Message, OutgoingMessage } from '@parvis/contract/chat.ts'
import type { ServerFrame } from '@parvis/contract/realtime.ts'
import { WebSocket } from 'ws'

/** A chat client that behaves like the app: it resends until the server confirms, and requests missed messages. */
export interface ChatClient {
  userId: string
  send(message: OutgoingMessage): Promise<string>
  /** The displayed messages by conversation, in the order in which they were displayed. */
  displayed: ReadonlyMap<string, readonly { place: number; text: string | null }[]>
  deliveries(): number
  connections(): number
  /** Resolves once the client is connected and has received all missed messages. */
  caughtUp(): Promise<void>
  close(): void
}

const RECONNECT_MS = 40

/** `address` is called for each connection, because a restarted server may have another port. */
export const openChatClient = (
  address: () => string,
  { token, userId }: { token: string; userId: string },
): ChatClient => {
  const displayed = new Map<string, { place: number; text: string | null }[]>()
  const outOfOrder = new Map<string, Map<number, Message>>()
  const pending = new Map<string, { message: OutgoingMessage; done: PromiseWithResolvers<string> }>()
  const requestedAfter = new Map<string, number>()
  let socket: WebSocket | null = null
  let closed = false
  let deliveries = 0
  let connections = 0
  let lastSeenAt = new Date(Date.now() - 60_000).toISOString()
  let resumption = Promise.withResolvers<void>()

  const sendFrame = (frame: object) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }
  const lastPlaceOf = (id: string) => displayed.get(id)?.at(-1)?.place ?? 0
  const display = (message: Message) => {
    const { conversationId: id, place } = message
    if (place <= lastPlaceOf(id)) return
    const buffered = outOfOrder.get(id) ?? new Map<number, Message>()
    outOfOrder.set(id, buffered.set(place, message))
    const messages = displayed.get(id) ?? []
    displayed.set(id, messages)
    for (let next = buffered.get(lastPlaceOf(id) + 1); next; next = buffered.get(lastPlaceOf(id) + 1)) {
      buffered.delete(next.place)
      messages.push({ place: next.place, text: 'text' in next ? next.text : null })
    }
    // Missing messages are requested once per connection.
    if (buffered.size > 0 && requestedAfter.get(id) !== lastPlaceOf(id)) {
      requestedAfter.set(id, lastPlaceOf(id))
      sendFrame({ event: 'resume', conversations: { [id]: lastPlaceOf(id) } })
    }
  }
  const requestAll = () =>
    sendFrame({
      event: 'resume',
      conversations: Object.fromEntries([...displayed.keys()].map(id => [id, lastPlaceOf(id)])),
      since: lastSeenAt,
    })
  const handleFrame = (frame: ServerFrame) => {
    lastSeenAt = new Date(Date.now() - 10_000).toISOString()
    if (frame.event === 'message.created') {
      deliveries++
      display(frame.data)
    } else if (frame.event === 'sent') {
      pending.get(frame.tmpId)?.done.resolve(frame.message._id)
      pending.delete(frame.tmpId)
    } else if (frame.event === 'resumed') {
      if (frame.truncated) requestAll()
      else resumption.resolve()
    } else if (frame.event === 'error' && frame.error.key === 'toomanyrequests' && !frame.tmpId) {
      requestedAfter.clear()
      setTimeout(requestAll, 1000 * (frame.error.retryAfter ?? 1)).unref()
    } else if (frame.event === 'error' && frame.tmpId) {
      const pendingMessage = pending.get(frame.tmpId)
      if (frame.error.key === 'toomanyrequests' || frame.error.key === 'maintenance')
        setTimeout(
          () => pendingMessage && sendFrame({ event: 'message', ...pendingMessage.message }),
          1000 * (frame.error.retryAfter ?? 0.1),
        ).unref()
      else pendingMessage?.done.reject(new Error(`${frame.error.key}: ${JSON.stringify(pendingMessage.message)}`))
    }
  }
  const connect = () => {
    if (closed) return
    const origin = address()
    const newSocket = new WebSocket(`${origin.replace('http', 'ws')}/socket`, {
      perMessageDeflate: false,
      headers: { origin, host: new URL(origin).host, cookie: `parvis=${token}` },
    })
    socket = newSocket
    newSocket.on('open', () => {
      connections++
      requestedAfter.clear()
      requestAll()
      for (const { message } of pending.values()) sendFrame({ event: 'message', ...message })
    })
    newSocket.on('message', data => handleFrame(JSON.parse(String(data)) as ServerFrame))
    newSocket.on('error', () => {})
    newSocket.on('close', () => {
      resumption.reject(new Error('cut'))
      resumption = Promise.withResolvers<void>()
      resumption.promise.catch(() => {})
      setTimeout(connect, RECONNECT_MS).unref()
    })
  }
  resumption.promise.catch(() => {})
  connect()
  return {
    userId,
    displayed,
    deliveries: () => deliveries,
    connections: () => connections,
    send: message => {
      const earlier = pending.get(message.tmpId)
      const done = earlier?.done ?? Promise.withResolvers<string>()
      pending.set(message.tmpId, { message, done })
      sendFrame({ event: 'message', ...message })
      return done.promise
    },
    async caughtUp() {
      for (;;) {
        try {
          return await resumption.promise
        } catch {
          await wait(RECONNECT_MS)
        }
      }
    },
    close: () => {
      closed = true
      socket?.terminate()
    },
  }
}
