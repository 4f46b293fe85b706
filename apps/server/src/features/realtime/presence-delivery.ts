import { setImmediate as others } from 'node:timers/promises'
import { isStaff } from '@parvis/contract/roles.ts'
import type { Background } from '#server/kernel/background.ts'
import { tellAll } from './connection.ts'
import type { DeliveryOptions } from './delivery.ts'
import { writeFrame } from './frames.ts'
import { canSeePresence } from './realtime.policy.ts'
import { findAuthorized } from './still-authorized.ts'

/** Members of one community who came or left within a moment; `at` in milliseconds since 1970. */
export interface Arrivals {
  communityId: string
  people: readonly { userId: string; at: number }[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'user.online': Arrivals
    'user.offline': Arrivals
  }
}

export const presenceNames = ['user.online', 'user.offline'] as const
type PresenceName = (typeof presenceNames)[number]

/** Frames written before the event loop gets its turn: some milliseconds. */
const MOST_AT_ONCE = 2000

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
  let before: Promise<void> = Promise.resolve()

  const deliver = async (name: PresenceName, { communityId, people }: Arrivals) => {
    const news = people.map(({ userId, at }) => ({
      userId,
      at,
      frame: writeFrame({ event: name, data: { _id: userId } }),
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
        // Who was online before this connection is in the list that it fetches; one's own presence is not sent.
        const frames = news.flatMap(({ userId, at, frame }) =>
          userId === actor.userId ||
          at < openedAt ||
          actor.silencedIds.includes(userId) ||
          (minors.has(userId) && !isStaff(actor.role))
            ? []
            : frame,
        )
        tellAll(connection, frames)
        written += frames.length
        if (written < MOST_AT_ONCE) continue
        written = 0
        await others()
      }
    } catch (error) {
      onMissed(receivers, error)
    }
  }

  return (name: PresenceName, arrivals: Arrivals): void => {
    const end = background.begin()
    before = before.then(() => deliver(name, arrivals)).finally(end)
  }
}
