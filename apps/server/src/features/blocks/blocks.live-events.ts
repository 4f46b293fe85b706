// The screens of both users remove the other user after a block, and reload after the block is removed. The live event
// does not reveal which of the two users made the block.
import { type AnyLiveEventDefinition, defineLiveEvent } from '#server/kernel/live-event.ts'

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'block.changed': { userIds: readonly [string, string] }
  }
}

export const blockLiveEvents: readonly AnyLiveEventDefinition[] = [
  defineLiveEvent({
    name: 'block.changed',
    audience: ({ userIds }) => ({ userIds }),
    messageFor: ({ userId, blockedIds }, { userIds }) => {
      const other = userIds.find(id => id !== userId)
      if (other === undefined || !userIds.includes(userId)) return null
      return { event: blockedIds.includes(other) ? 'user.hidden' : 'user.shown', data: { _id: other } }
    },
  }),
]
