import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isStaff } from '@parvis/contract/roles.ts'
import type { Background } from '#server/kernel/background.ts'
import { sendFrames } from './connection.ts'
import type { DeliveryOptions } from './delivery.ts'
import { encodeFrame } from './frames.ts'
import { canSeePresence } from './realtime.policy.ts'
import { findAuthorized } from './authorized-connections.ts'

/** Members of one community who came online or went offline at about the same time; `at` in ms since 1970. */
export interface PresenceChange {
  communityId: string
  people: readonly { userId: string; at: number }[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'user.online': PresenceChange
    'user.offline': PresenceChange
  }
}

export const presenceEventNames = ['user.online', 'user.offline'] as const
type PresenceEventName = (typeof presenceEventNames)[number]

/** Maximum number of frames written in one turn of the event loop, which takes some milliseconds. */
const MAX_FRAMES_PER_TURN = 2000

/** Returns a function that delivers changes of presence in order; live events of posts do not queue behind them. */
export const createPresenceDelivery = ({
  background,
  connections,
  stillAuthorized,
  onMissed,
  findMinors,
}: Omit<DeliveryOptions, 'platform'> & {
  background: Background
  /** The minors among these users, whose presence only the team receives. */
  findMinors: (communityId: string, userIds: readonly string[]) => Promise<ReadonlySet<string>>
}) => {
  let previous: Promise<void> = Promise.resolve()

  const deliver = async (name: PresenceEventName, { communityId, people }: PresenceChange) => {
    const changes = people.map(({ userId, at }) => ({
      userId,
      at,
      frame: encodeFrame({ event: name, data: { _id: userId } }),
    }))
    const receivers = new Set(connections.ofCommunity(communityId))
    try {
      if (receivers.size === 0) return
      const minors = await findMinors(
        communityId,
        people.map(({ userId }) => userId),
      )
      const authorized = await findAuthorized(receivers, stillAuthorized)
      let written = 0
      for (const connection of authorized) {
        const { actor, openedAt } = connection
        if (!connections.all.has(connection) || !canSeePresence(actor, communityId)) continue
        // The client fetches a list of the members who were online before it connected. A member’s own presence is not
        // sent to them.
        const frames = changes.flatMap(({ userId, at, frame }) =>
          userId === actor.userId ||
          at < openedAt ||
          actor.hiddenUserIds.includes(userId) ||
          (minors.has(userId) && !isStaff(actor.role))
            ? []
            : frame,
        )
        sendFrames(connection, frames)
        written += frames.length
        if (written < MAX_FRAMES_PER_TURN) continue
        written = 0
        await yieldToEventLoop()
      }
    } catch (error) {
      onMissed(receivers, error)
    }
  }

  return (name: PresenceEventName, change: PresenceChange): void => {
    const end = background.beginTask()
    previous = previous.then(() => deliver(name, change)).finally(end)
  }
}
