import type { FeedPost } from '@parvis/contract/feed.ts'
import type { Author } from '@parvis/contract/entity.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

export type Viewer = Pick<SessionUser, '_id' | 'gender' | 'communityId' | 'suspendedUntil' | 'abilities'>

/**
 * Actions of a post wherever it is shown. One stable object for a whole list, so that a card renders only when its post
 * changes.
 */
export interface PostActions {
  /** The viewer, as the texts of the answer need them. Where they cannot answer, a tap explains why. */
  viewer: {
    _id: string
    gender: Author['gender']
    communityId: string
    canAnswer: boolean
    isSuspended: boolean
    /** Guests see the actions of members; a tap explains how to become one. */
    isGuest: boolean
    canOpenProfiles: boolean
  }
  onAnswer: (post: FeedPost) => void
  /** Opens a chat with the author about the post. */
  onChat: (post: FeedPost) => void
  /** Opens the group chat of those who answered. */
  onGroup: (post: FeedPost) => void
  onShare: (post: FeedPost) => void
  onCopy: (post: FeedPost) => void
  onEdit: (post: FeedPost) => void
  onRemove: (post: FeedPost) => void
  /** Opens the dialog that cancels an event. */
  onCancelEvent: (post: FeedPost) => void
  onFlag: (post: FeedPost) => void
  /** Opens the dialog that blocks the author; undefined where that is not offered. */
  onBlock?: ((author: Author) => void) | undefined
}
