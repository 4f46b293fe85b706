import type { ServerMessage } from '@parvis/contract/realtime.ts'
import type { AnyLiveEventDefinition, Audience } from '#server/kernel/live-event.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { QueuedLiveEvent } from './queued-live-event.ts'
import { type Connection, sendFrame } from './connection.ts'
import type { Connections } from './connections.ts'
import { encodeFrame } from './frames.ts'
import { findAuthorized, type AuthorizationCheck } from './authorized-connections.ts'

/** Live events queued during a delivery are sent in one batch: one read of the database, one check of the sessions. */
const MAX_BATCH = 20

/** If more are queued, all clients reconnect and fetch what they missed, which costs less than a longer queue. */
const MAX_QUEUED = 10_000

export interface DeliveryOptions {
  platform: Pick<Platform, 'state' | 'db' | 'bus' | 'background' | 'clock' | 'settings' | 'features'>
  connections: Connections
  stillAuthorized: AuthorizationCheck
  /** Called with the connections that could not be reached: what they show may be stale from here on. */
  onMissed(missed: Iterable<Connection>, error: unknown): void
}

type ReadFacts = NonNullable<AnyLiveEventDefinition['load']>

/** Loads the data that these live events need: each `load` function runs once, for all messages of its definitions. */
const readFacts = async (platform: DeliveryOptions['platform'], liveEvents: readonly QueuedLiveEvent[]) => {
  const byReader = new Map<ReadFacts, QueuedLiveEvent['message'][]>()
  for (const { definition, message } of liveEvents) {
    if (definition.load) byReader.set(definition.load, [...(byReader.get(definition.load) ?? []), message])
  }
  const facts = new Map<ReadFacts | undefined, never>()
  await Promise.all([...byReader].map(async ([read, messages]) => facts.set(read, await read(platform, messages))))
  return ({ load }: AnyLiveEventDefinition) => facts.get(load) as never
}

/**
 * Returns a function that serialises each distinct message once: messages with the same name and the same data object
 * share a frame.
 */
const createFrameCache = () => {
  const framesByName = new Map<string, Map<object, Buffer>>()
  return (message: ServerMessage) => {
    const ofName = framesByName.get(message.event) ?? new Map<object, Buffer>()
    framesByName.set(message.event, ofName)
    const frame = ofName.get(message.data) ?? encodeFrame(message)
    ofName.set(message.data, frame)
    return frame
  }
}

type Receivers = ReadonlySet<Connection>
type AddressedLiveEvent = QueuedLiveEvent & { receivers: Receivers }

const findReceivers = (
  connections: Connections,
  { channelIds = [], communityId, userIds = [], accountIds = [] }: Audience,
): Receivers => {
  const found = new Set(connections.subscribersOf(channelIds))
  if (communityId) for (const connection of connections.ofCommunity(communityId)) found.add(connection)
  for (const userId of userIds) for (const connection of connections.ofUser(userId)) found.add(connection)
  for (const id of accountIds) for (const connection of connections.ofAccount(id)) found.add(connection)
  return found
}

/** Sends the live events to those receivers that are authorized and still connected. */
const sendTo = (
  connections: Connections,
  addressed: readonly AddressedLiveEvent[],
  authorized: Receivers,
  factsOf: Awaited<ReturnType<typeof readFacts>>,
) => {
  const frameOf = createFrameCache()
  const sentFrames = new Map<Connection, Set<Buffer>>()
  for (const { definition, message, receivers } of addressed) {
    const facts = factsOf(definition)
    for (const connection of receivers) {
      if (!authorized.has(connection) || !connections.all.has(connection)) continue
      const payload = definition.messageFor(connection.actor, message as never, facts)
      if (!payload) continue
      const frame = frameOf(payload)
      // For a recipient who may not know who answered, concurrent answers result in the same frame, which is sent once.
      if (addressed.length > 1) {
        const sent = sentFrames.get(connection) ?? new Set()
        if (sent.has(frame)) continue
        sentFrames.set(connection, sent.add(frame))
      }
      sendFrame(connection, frame)
    }
  }
}

/** Delivers live events to the open connections, batch after batch, so that none overtakes another. */
export const createDelivery = ({ platform, connections, stillAuthorized, onMissed }: DeliveryOptions) => {
  const queue: QueuedLiveEvent[] = []
  let isRunning = false

  const deliver = async (batch: readonly QueuedLiveEvent[]) => {
    const addressed = batch
      .map(liveEvent => ({
        ...liveEvent,
        receivers: findReceivers(connections, liveEvent.definition.audience(liveEvent.message as never)),
      }))
      .filter(({ receivers }) => receivers.size > 0)
    const allReceivers = new Set(addressed.flatMap(({ receivers }) => [...receivers]))
    try {
      const factsOf = await readFacts(platform, addressed)
      const authorized = await findAuthorized(allReceivers, stillAuthorized)
      // There is no `await` after the check of the sessions, so that rights cannot change before the live events are
      // sent.
      sendTo(connections, addressed, authorized, factsOf)
    } catch (error) {
      onMissed(allReceivers, error)
    }
  }

  const run = async () => {
    isRunning = true
    const end = platform.background.beginTask()
    while (queue.length > 0) await deliver(queue.splice(0, MAX_BATCH))
    isRunning = false
    end()
  }

  return (liveEvent: QueuedLiveEvent): void => {
    if (queue.length >= MAX_QUEUED) {
      queue.length = 0
      onMissed(connections.all, new Error(`${MAX_QUEUED} live events were queued`))
    }
    queue.push(liveEvent)
    if (!isRunning) void run()
  }
}
