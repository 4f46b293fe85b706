import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Member } from './live-world.ts'

/** Returns the idempotency key of the message with this number. All keys have the same length. */
export const tmpIdOf = (messageNumber: number): string => `message-${String(messageNumber).padStart(12, '0')}`

/** WebSocket clients of one server, which send messages to each other. */
export interface ChatClients {
  /** Resolves once `recipientCount` clients have received the message; the times are milliseconds since it was sent. */
  send(from: Member, destination: { to: string } | { eventId: string }, recipientCount: number): Promise<DeliveryTimes>
  lastFrames(): { sent: string; created: string }
  close(): void
}

export interface DeliveryTimes {
  firstMs: number
  lastMs: number
}

const TIMEOUT_MS = 10_000
const tmpIdPattern = /"tmpId":"(message-\d+)"/
let count = 0

export const openChatClients = async (url: string, members: readonly Member[]): Promise<ChatClients> => {
  const frames = { sent: '', created: '' }
  const pending = new Map<string, (failure?: string) => void>()
  const onFrame = (data: Buffer) => {
    const text = data.toString()
    if (text.startsWith('{"event":"message.created"')) {
      frames.created = text
      pending.get(tmpIdPattern.exec(text)![1]!)?.()
    } else if (text.startsWith('{"event":"sent"')) frames.sent = text
    else if (text.startsWith('{"event":"error"')) for (const fail of pending.values()) fail(text)
  }
  const open = ({ id, cookie }: Member) =>
    new Promise<WebSocket>((done, failed) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`, {
        perMessageDeflate: false,
        headers: { cookie, origin: url, 'x-user': id },
      })
      socket.on('message', onFrame)
      socket.once('open', () => done(socket))
      socket.once('error', failed)
    })
  const sockets = new Map<string, WebSocket>()
  for (const member of members) sockets.set(member.id, await open(member))
  return {
    async send(from, destination, recipientCount) {
      const tmpId = tmpIdOf(++count)
      let left = recipientCount
      let firstMs = 0
      const begin = performance.now()
      const delivered = new Promise<DeliveryTimes>((done, failed) => {
        pending.set(tmpId, failure => {
          if (failure) return failed(new Error(`A message was refused: ${failure}`))
          if (left === recipientCount) firstMs = performance.now() - begin
          if (--left === 0) done({ firstMs, lastMs: performance.now() - begin })
        })
      })
      sockets
        .get(from.id)!
        .send(JSON.stringify({ event: 'message', tmpId, ...destination, text: 'À tout à l’heure !' }))
      const times = await Promise.race([delivered, wait(TIMEOUT_MS, null, { ref: false })])
      pending.delete(tmpId)
      if (times === null) throw new Error(`${left} of ${recipientCount} clients did not receive the message`)
      return times
    },
    lastFrames: () => frames,
    close: () => sockets.forEach(socket => socket.terminate()),
  }
}
