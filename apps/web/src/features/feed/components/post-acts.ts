import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { Author } from '@parvis/contract/entity.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

export type Reader = Pick<SessionUser, '_id' | 'gender' | 'communityId' | 'suspendedUntil' | 'abilities'>

/**
 * Actions of a post wherever it is shown. One stable object for a whole list, so that a card renders only when its post
 * changes.
 */
export interface PostActs {
  /** The viewer, as the texts of the answer need them. Where they cannot answer, a tap explains why. */
  reader: {
    _id: string
    gender: Author['gender']
    communityId: string
    mayAnswer: boolean
    suspended: boolean
    /** Guests see the actions of members; a tap explains how to become one. */
    isGuest: boolean
    mayOpenProfiles: boolean
  }
  onAnswer: (post: LiveEvent) => void
  /** Opens a chat with the author about the post. */
  onChat: (post: LiveEvent) => void
  /** Opens the group chat of those who answered. */
  onGroup: (post: LiveEvent) => void
  onShare: (post: LiveEvent) => void
  onCopy: (post: LiveEvent) => void
  onEdit: (post: LiveEvent) => void
  onRemove: (post: LiveEvent) => void
  /** Opens the dialog that cancels an event. */
  onCallOff: (post: LiveEvent) => void
  onFlag: (post: LiveEvent) => void
  /** Opens the dialog that blocks the author; undefined where that is not offered. */
  onBlock?: ((author: Author) => void) | undefined
}
