import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isStaff } from '@parvis/contract/roles.ts'
import type { Background } from '#server/kernel/background.ts'
import { sendFrames } from './connection.ts'
import type { DeliveryOptions } from './delivery.ts'
import { encodeFrame } from './frames.ts'
import { canSeePresence } from './realtime.policy.ts'
import { findAuthorized } from './authorized-connections.ts'

/** Members of one community who came or left within a moment; `at` in milliseconds since 1970. */
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

export const presenceNames = ['user.online', 'user.offline'] as const
type PresenceName = (typeof presenceNames)[number]

/** Frames written in one turn of the event loop, which takes some milliseconds. */
const MAX_FRAMES_PER_TURN = 2000

/** Delivers presence to members in order; live events of posts do not queue behind it. */
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

  const deliver = async (name: PresenceName, { communityId, people }: PresenceChange) => {
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
        // Members online before this connection are in the list that it fetches; one’s own presence is not sent.
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

  return (name: PresenceName, change: PresenceChange): void => {
    const end = background.begin()
    previous = previous.then(() => deliver(name, change)).finally(end)
  }
}
