import type { ServerMessage } from '@parvis/contract/realtime.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { readAnnouncedEvents } from '../feed/announced-event.service.ts'
import { type Connection, tell } from './connection.ts'
import type { Connections } from './connections.ts'
import { writeFrame } from './frames.ts'
import { type Announcement, messageFor } from './messages.ts'
import { findAuthorized, type StillAuthorized } from './still-authorized.ts'

/** What is announced while others are being told goes out together: one reading of the database, one look at the sessions. */
const MOST_TOGETHER = 20

export interface DeliveryOptions {
  platform: Pick<Platform, 'db' | 'clock'>
  connections: Connections
  stillAuthorized: StillAuthorized
  /** Called with those who could not be told: what they show may be wrong from here on. */
  onMissed(missed: Iterable<Connection>, error: unknown): void
}

/** Frames of one announcement: the same data is written once. */
const createFrames = () => {
  const made = new Map<object, Buffer>()
  return (message: ServerMessage) => {
    const frame = made.get(message.data) ?? writeFrame(message)
    made.set(message.data, frame)
    return frame
  }
}

/** Tells the open screens what is announced, one announcement after the other: nothing overtakes. */
export const createDelivery = ({ platform, connections, stillAuthorized, onMissed }: DeliveryOptions) => {
  const waiting: Announcement[] = []
  let running = false

  const receiversOf = ({ message }: Announcement) => new Set(connections.readersOf(message.channelIds))

  const readEvents = (told: readonly { announcement: Announcement }[]) =>
    readAnnouncedEvents(
      platform,
      told.flatMap(({ announcement: { name, message } }) => (name === 'event.deleted' ? [] : message)),
    )

  const deliver = async (announcements: readonly Announcement[]) => {
    const told = announcements
      .map(announcement => ({ announcement, receivers: receiversOf(announcement) }))
      .filter(({ receivers }) => receivers.size > 0)
    const everybody = new Set(told.flatMap(({ receivers }) => [...receivers]))
    try {
      const events = await readEvents(told)
      const authorized = await findAuthorized(everybody, stillAuthorized)
      const toldAlready = new Map<Connection, Set<object>>()
      // Nothing is waited for from here on: the rights are those of this moment.
      for (const { announcement, receivers } of told) {
        const frameOf = createFrames()
        for (const connection of receivers) {
          if (!authorized.has(connection) || !connections.all.has(connection)) continue
          const message = messageFor(connection.actor, announcement, events)
          if (!message) continue
          // Several answers at once are one count to whoever may not know whose they are.
          if (message.event === 'event.interest' && toldAlready.get(connection)?.has(message.data)) continue
          tell(connection, frameOf(message))
          if (message.event === 'event.interest')
            toldAlready.set(connection, (toldAlready.get(connection) ?? new Set()).add(message.data))
        }
      }
    } catch (error) {
      onMissed(everybody, error)
    }
  }

  const run = async () => {
    running = true
    while (waiting.length > 0) await deliver(waiting.splice(0, MOST_TOGETHER))
    running = false
  }

  return (announcement: Announcement): void => {
    waiting.push(announcement)
    if (!running) void run()
  }
}
