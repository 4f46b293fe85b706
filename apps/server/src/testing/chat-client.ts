import { setTimeout as wait } from 'node:timers/promises'
import type { Message, Outgoing } from '@parvis/contract/chat.ts'
import type { ServerFrame } from '@parvis/contract/realtime.ts'
import { WebSocket } from 'ws'

/** A device that behaves like the app: it resends until the server confirms, and requests what it missed. */
export interface ChatClient {
  userId: string
  send(message: Outgoing): Promise<string>
  /** The displayed messages by conversation, in the order in which they were displayed. */
  shown: ReadonlyMap<string, readonly { place: number; text: string | null }[]>
  deliveries(): number
  connections(): number
  /** Resolves once it is connected and has received what it missed. */
  caughtUp(): Promise<void>
  close(): void
}

const AGAIN_MS = 40

/** `address` is called for each connection, because a restarted server may have another one. */
export const openChatClient = (
  address: () => string,
  { token, userId }: { token: string; userId: string },
): ChatClient => {
  const shown = new Map<string, { place: number; text: string | null }[]>()
  const early = new Map<string, Map<number, Message>>()
  const waiting = new Map<string, { message: Outgoing; done: PromiseWithResolvers<string> }>()
  const asked = new Map<string, number>()
  let socket: WebSocket | null = null
  let closed = false
  let deliveries = 0
  let connections = 0
  let lastThere = new Date(Date.now() - 60_000).toISOString()
  let resumed = Promise.withResolvers<void>()

  const say = (frame: object) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }
  const lastOf = (id: string) => shown.get(id)?.at(-1)?.place ?? 0
  const show = (message: Message) => {
    const { conversationId: id, place } = message
    if (place <= lastOf(id)) return
    const ahead = early.get(id) ?? new Map<number, Message>()
    early.set(id, ahead.set(place, message))
    const lines = shown.get(id) ?? []
    shown.set(id, lines)
    for (let next = ahead.get(lastOf(id) + 1); next; next = ahead.get(lastOf(id) + 1)) {
      ahead.delete(next.place)
      lines.push({ place: next.place, text: 'text' in next ? next.text : null })
    }
    // Missing messages are requested once per connection.
    if (ahead.size > 0 && asked.get(id) !== lastOf(id)) {
      asked.set(id, lastOf(id))
      say({ event: 'resume', conversations: { [id]: lastOf(id) } })
    }
  }
  const askForAll = () =>
    say({
      event: 'resume',
      conversations: Object.fromEntries([...shown.keys()].map(id => [id, lastOf(id)])),
      since: lastThere,
    })
  const hear = (frame: ServerFrame) => {
    lastThere = new Date(Date.now() - 10_000).toISOString()
    if (frame.event === 'message.created') {
      deliveries++
      show(frame.data)
    } else if (frame.event === 'sent') {
      waiting.get(frame.tmpId)?.done.resolve(frame.message._id)
      waiting.delete(frame.tmpId)
    } else if (frame.event === 'resumed') {
      if (frame.truncated) askForAll()
      else resumed.resolve()
    } else if (frame.event === 'error' && frame.error.key === 'toomanyrequests' && !frame.tmpId) {
      asked.clear()
      setTimeout(askForAll, 1000 * (frame.error.retryAfter ?? 1)).unref()
    } else if (frame.event === 'error' && frame.tmpId) {
      const held = waiting.get(frame.tmpId)
      if (frame.error.key === 'toomanyrequests' || frame.error.key === 'maintenance')
        setTimeout(
          () => held && say({ event: 'message', ...held.message }),
          1000 * (frame.error.retryAfter ?? 0.1),
        ).unref()
      else held?.done.reject(new Error(`${frame.error.key}: ${JSON.stringify(held.message)}`))
    }
  }
  const connect = () => {
    if (closed) return
    const origin = address()
    const made = new WebSocket(`${origin.replace('http', 'ws')}/socket`, {
      perMessageDeflate: false,
      headers: { origin, host: new URL(origin).host, cookie: `parvis=${token}` },
    })
    socket = made
    made.on('open', () => {
      connections++
      asked.clear()
      askForAll()
      for (const { message } of waiting.values()) say({ event: 'message', ...message })
    })
    made.on('message', data => hear(JSON.parse(String(data)) as ServerFrame))
    made.on('error', () => {})
    made.on('close', () => {
      resumed.reject(new Error('cut'))
      resumed = Promise.withResolvers<void>()
      resumed.promise.catch(() => {})
      setTimeout(connect, AGAIN_MS).unref()
    })
  }
  resumed.promise.catch(() => {})
  connect()
  return {
    userId,
    shown,
    deliveries: () => deliveries,
    connections: () => connections,
    send: message => {
      const known = waiting.get(message.tmpId)
      const done = known?.done ?? Promise.withResolvers<string>()
      waiting.set(message.tmpId, { message, done })
      say({ event: 'message', ...message })
      return done.promise
    },
    async caughtUp() {
      for (;;) {
        try {
          return await resumed.promise
        } catch {
          await wait(AGAIN_MS)
        }
      }
    },
    close: () => {
      closed = true
      socket?.terminate()
    },
  }
}
