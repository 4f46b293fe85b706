import type { FeedPost } from '@parvis/contract/feed.ts'
import type { Author } from '@parvis/contract/entity.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

export type Viewer = Pick<SessionUser, '_id' | 'gender' | 'communityId' | 'suspendedUntil' | 'abilities'>

/** One stable object for a whole list, so that a card renders only when its post changes. */
export interface PostActions {
  /** Data of the viewer for the answer button. For a viewer who cannot answer, a tap explains why. */
  viewer: {
    _id: string
    gender: Author['gender']
    communityId: string
    canAnswer: boolean
    isSuspended: boolean
    /** Whether the viewer is a guest: guests see the buttons of members, and a tap explains how to become a member. */
    isGuest: boolean
    canOpenProfiles: boolean
  }
  onAnswer: (post: FeedPost) => void
  /** Opens a conversation with the author about the post. */
  onChat: (post: FeedPost) => void
  /** Opens the group conversation of the people who answered. */
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
