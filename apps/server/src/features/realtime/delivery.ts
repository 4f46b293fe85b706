import type { ServerMessage } from '@parvis/contract/realtime.ts'
import type { AnyAnnouncement, Receivers } from '#server/kernel/announcement.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Announced } from './announced.ts'
import { type Connection, tell } from './connection.ts'
import type { Connections } from './connections.ts'
import { writeFrame } from './frames.ts'
import { findAuthorized, type StillAuthorized } from './still-authorized.ts'

/**
 * Live events queued while others are being delivered go out in one batch: one read of the database, one check of the
 * sessions.
 */
const MOST_TOGETHER = 20

/**
 * Limit of queued live events while the database is slow: beyond it all clients reconnect and fetch what they missed,
 * which costs less than the queue.
 */
const MOST_WAITING = 10_000

export interface DeliveryOptions {
  platform: Pick<Platform, 'db' | 'bus' | 'background' | 'clock' | 'settings'>
  connections: Connections
  stillAuthorized: StillAuthorized
  /** Called with the connections that could not be reached: what they show may be stale from here on. */
  onMissed(missed: Iterable<Connection>, error: unknown): void
}

type Read = NonNullable<AnyAnnouncement['read']>

/** Reads what these live events need: each `read` function runs once, for all messages that name it. */
const readFacts = async (platform: DeliveryOptions['platform'], announced: readonly Announced[]) => {
  const byReader = new Map<Read, Announced['message'][]>()
  for (const { announcement, message } of announced) {
    if (announcement.read) byReader.set(announcement.read, [...(byReader.get(announcement.read) ?? []), message])
  }
  const facts = new Map<Read | undefined, never>()
  await Promise.all([...byReader].map(async ([read, messages]) => facts.set(read, await read(platform, messages))))
  return ({ read }: AnyAnnouncement) => facts.get(read) as never
}

/** Serialises each distinct message once: the same data under the same name is the same frame. */
const createFrames = () => {
  const written = new Map<string, Map<object, Buffer>>()
  return (message: ServerMessage) => {
    const ofName = written.get(message.event) ?? new Map<object, Buffer>()
    written.set(message.event, ofName)
    const frame = ofName.get(message.data) ?? writeFrame(message)
    ofName.set(message.data, frame)
    return frame
  }
}

/** Delivers live events to the open connections, batch after batch, so that none overtakes another. */
export const createDelivery = ({ platform, connections, stillAuthorized, onMissed }: DeliveryOptions) => {
  const waiting: Announced[] = []
  let running = false

  const find = ({ channelIds = [], communityId, userIds = [], accountIds = [] }: Receivers) => {
    const found = new Set(connections.readersOf(channelIds))
    if (communityId) for (const connection of connections.ofCommunity(communityId)) found.add(connection)
    for (const userId of userIds) for (const connection of connections.ofUser(userId)) found.add(connection)
    for (const id of accountIds) for (const connection of connections.ofAccount(id)) found.add(connection)
    return found
  }

  const deliver = async (batch: readonly Announced[]) => {
    const told = batch
      .map(announced => ({
        ...announced,
        receivers: find(announced.announcement.receivers(announced.message as never)),
      }))
      .filter(({ receivers }) => receivers.size > 0)
    const everybody = new Set(told.flatMap(({ receivers }) => [...receivers]))
    try {
      const factsOf = await readFacts(platform, told)
      const authorized = await findAuthorized(everybody, stillAuthorized)
      const frameOf = createFrames()
      const toldAlready = new Map<Connection, Set<Buffer>>()
      // No `await` from here on: the rights are those of this moment.
      for (const { announcement, message, receivers } of told) {
        const facts = factsOf(announcement)
        for (const connection of receivers) {
          if (!authorized.has(connection) || !connections.all.has(connection)) continue
          const news = announcement.messageFor(connection.actor, message as never, facts)
          if (!news) continue
          const frame = frameOf(news)
          // Several concurrent answers are a single count for a recipient who may not know who answered.
          if (told.length > 1) {
            const before = toldAlready.get(connection) ?? new Set()
            if (before.has(frame)) continue
            toldAlready.set(connection, before.add(frame))
          }
          tell(connection, frame)
        }
      }
    } catch (error) {
      onMissed(everybody, error)
    }
  }

  const run = async () => {
    running = true
    const end = platform.background.begin()
    while (waiting.length > 0) await deliver(waiting.splice(0, MOST_TOGETHER))
    running = false
    end()
  }

  return (announced: Announced): void => {
    if (waiting.length >= MOST_WAITING) {
      waiting.length = 0
      onMissed(connections.all, new Error(`${MOST_WAITING} live events were queued`))
    }
    waiting.push(announced)
    if (!running) void run()
  }
}
