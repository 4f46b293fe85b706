// Both take the other one from their open screens at once, or fetch them anew; who has blocked whom is not said.
import { type AnyAnnouncement, announcement } from '#server/kernel/announcement.ts'

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    /** Of these two one has blocked the other, or taken that back. */
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
