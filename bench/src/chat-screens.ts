import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Member } from './live-world.ts'

/** The temporary id that the clients give a message; its length is constant. */
export const asTmpId = (count: number): string => `message-${String(count).padStart(12, '0')}`

/** WebSocket clients of one server that write to each other. Times are in milliseconds since the message was sent. */
export interface ChatScreens {
  /** Resolves once `recipients` clients have received the message. */
  send(from: Member, where: { to: string } | { eventId: string }, recipients: number): Promise<DeliveryTimes>
  frames(): { sent: string; created: string }
  close(): void
}

export interface DeliveryTimes {
  first: number
  last: number
}

const TIMEOUT_MS = 10_000
const tmpIdPattern = /"tmpId":"(message-\d+)"/
let count = 0

export const openChatScreens = async (url: string, members: readonly Member[]): Promise<ChatScreens> => {
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
    async send(from, where, recipients) {
      const tmpId = asTmpId(++count)
      let left = recipients
      let first = 0
      const begin = performance.now()
      const delivered = new Promise<DeliveryTimes>((done, failed) => {
        pending.set(tmpId, failure => {
          if (failure) return failed(new Error(`A message was refused: ${failure}`))
          if (left === recipients) first = performance.now() - begin
          if (--left === 0) done({ first, last: performance.now() - begin })
        })
      })
      sockets.get(from.id)!.send(JSON.stringify({ event: 'message', tmpId, ...where, text: 'À tout à l’heure !' }))
      const times = await Promise.race([delivered, wait(TIMEOUT_MS, null, { ref: false })])
      pending.delete(tmpId)
      if (times === null) throw new Error(`${left} of ${recipients} clients did not receive the message`)
      return times
    },
    frames: () => frames,
    close: () => sockets.forEach(socket => socket.terminate()),
  }
}
