// Both users remove each other from their open screens at once, or reload; who blocked whom is not revealed.
import { type AnyAnnouncement, announcement } from '#server/kernel/announcement.ts'

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    /** One of these two users has blocked the other, or undone the block. */
    'user.silenced': { userIds: readonly [string, string] }
  }
}

export const blockAnnouncements: readonly AnyAnnouncement[] = [
  announcement({
    name: 'user.silenced',
    receivers: ({ userIds }) => ({ userIds }),
    messageFor: ({ userId, blockedIds }, { userIds }) => {
      const other = userIds.find(id => id !== userId)
      if (other === undefined || !userIds.includes(userId)) return null
      return { event: blockedIds.includes(other) ? 'user.hidden' : 'user.shown', data: { _id: other } }
    },
  }),
]
