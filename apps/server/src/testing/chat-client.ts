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
  deliveryCount(): number
  connectionCount(): number
  /** Resolves once the client is connected and has received all missed messages. */
  waitUntilCaughtUp(): Promise<void>
  close(): void
}

const RECONNECT_MS = 40

/** Holds the displayed messages, and buffers those that arrive before an earlier message of their conversation. */
const createDisplay = (requestAfter: (conversationId: string, place: number) => void) => {
  const displayed = new Map<string, { place: number; text: string | null }[]>()
  const outOfOrder = new Map<string, Map<number, Message>>()
  const requestedAfter = new Map<string, number>()
  const lastPlaceOf = (id: string) => displayed.get(id)?.at(-1)?.place ?? 0
  return {
    displayed,
    lastPlaces: () => Object.fromEntries([...displayed.keys()].map(id => [id, lastPlaceOf(id)])),
    /** Allows missing messages to be requested again. */
    forgetRequests: () => requestedAfter.clear(),
    show(message: Message) {
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
        requestAfter(id, lastPlaceOf(id))
      }
    },
  }
}

interface PendingMessage {
  message: OutgoingMessage
  done: PromiseWithResolvers<string>
}

interface ClientState {
  address: () => string
  token: string
  display: ReturnType<typeof createDisplay>
  pending: Map<string, PendingMessage>
  socket: WebSocket | null
  isClosed: boolean
  deliveries: number
  connections: number
  lastSeenAt: string
  resumption: PromiseWithResolvers<void>
}

const sendFrame = ({ socket }: ClientState, frame: object) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
}

const requestAll = (client: ClientState) =>
  sendFrame(client, { event: 'resume', conversations: client.display.lastPlaces(), since: client.lastSeenAt })

const handleRefusal = (
  client: ClientState,
  { key, retryAfter }: { key: string; retryAfter?: number },
  pendingMessage: PendingMessage | undefined,
) => {
  if (key === 'toomanyrequests' || key === 'maintenance')
    setTimeout(
      () => pendingMessage && sendFrame(client, { event: 'message', ...pendingMessage.message }),
      1000 * (retryAfter ?? 0.1),
    ).unref()
  else pendingMessage?.done.reject(new Error(`${key}: ${JSON.stringify(pendingMessage.message)}`))
}

const handleFrame = (client: ClientState, frame: ServerFrame) => {
  const { display, pending } = client
  client.lastSeenAt = new Date(Date.now() - 10_000).toISOString()
  if (frame.event === 'message.created') {
    client.deliveries++
    display.show(frame.data)
  } else if (frame.event === 'sent') {
    pending.get(frame.tmpId)?.done.resolve(frame.message._id)
    pending.delete(frame.tmpId)
  } else if (frame.event === 'resumed') {
    if (frame.truncated) requestAll(client)
    else client.resumption.resolve()
  } else if (frame.event === 'error' && frame.error.key === 'toomanyrequests' && !frame.tmpId) {
    display.forgetRequests()
    setTimeout(() => requestAll(client), 1000 * (frame.error.retryAfter ?? 1)).unref()
  } else if (frame.event === 'error' && frame.tmpId) handleRefusal(client, frame.error, pending.get(frame.tmpId))
}

const connect = (client: ClientState) => {
  if (client.isClosed) return
  const origin = client.address()
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`, {
    perMessageDeflate: false,
    headers: { origin, host: new URL(origin).host, cookie: `parvis=${client.token}` },
  })
  client.socket = socket
  socket.on('open', () => {
    client.connections++
    client.display.forgetRequests()
    requestAll(client)
    for (const { message } of client.pending.values()) sendFrame(client, { event: 'message', ...message })
  })
  socket.on('message', data => handleFrame(client, JSON.parse(String(data)) as ServerFrame))
  socket.on('error', () => {})
  socket.on('close', () => {
    client.resumption.reject(new Error('cut'))
    client.resumption = Promise.withResolvers<void>()
    client.resumption.promise.catch(() => {})
    setTimeout(() => connect(client), RECONNECT_MS).unref()
  })
}

/**
 * Opens a chat client. `address` returns the origin of the server; it is called for each connection, because a
 * restarted server may have another port.
 */
export const openChatClient = (
  address: () => string,
  { token, userId }: { token: string; userId: string },
): ChatClient => {
  const client: ClientState = {
    address,
    token,
    display: createDisplay((id, place) => sendFrame(client, { event: 'resume', conversations: { [id]: place } })),
    pending: new Map(),
    socket: null,
    isClosed: false,
    deliveries: 0,
    connections: 0,
    lastSeenAt: new Date(Date.now() - 60_000).toISOString(),
    resumption: Promise.withResolvers<void>(),
  }
  client.resumption.promise.catch(() => {})
  connect(client)
  return {
    userId,
    displayed: client.display.displayed,
    deliveryCount: () => client.deliveries,
    connectionCount: () => client.connections,
    send: message => {
      const earlier = client.pending.get(message.tmpId)
      const done = earlier?.done ?? Promise.withResolvers<string>()
      client.pending.set(message.tmpId, { message, done })
      sendFrame(client, { event: 'message', ...message })
      return done.promise
    },
    async waitUntilCaughtUp() {
      for (;;) {
        try {
          return await client.resumption.promise
        } catch {
          await wait(RECONNECT_MS)
        }
      }
    },
    close: () => {
      client.isClosed = true
      client.socket?.terminate()
    },
  }
}
