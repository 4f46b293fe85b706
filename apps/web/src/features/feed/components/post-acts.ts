import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { Author } from '@parvis/contract/entity.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

export type Reader = Pick<SessionUser, '_id' | 'gender' | 'communityId' | 'suspendedUntil' | 'abilities'>

/**
 * What can be done with a post, wherever it stands. One object for a whole list: cards are drawn anew with their post
 * alone.
 */
export interface PostActs {
  /** The reader, as the words of the answer need it; who may not answer anything is told so at the tap. */
  reader: {
    _id: string
    gender: Author['gender']
    communityId: string
    mayAnswer: boolean
    suspended: boolean
    /** Is offered what neighbours do, and told at the tap how to become one. */
    isGuest: boolean
    mayOpenProfiles: boolean
  }
  onAnswer: (post: LiveEvent) => void
  /** Writes to its author about it. */
  onChat: (post: LiveEvent) => void
  /** Opens the group of those who answered it. */
  onGroup: (post: LiveEvent) => void
  onShare: (post: LiveEvent) => void
  onCopy: (post: LiveEvent) => void
  onEdit: (post: LiveEvent) => void
  onRemove: (post: LiveEvent) => void
  /** Asks whether it is to be called off, and why. */
  onCallOff: (post: LiveEvent) => void
  onFlag: (post: LiveEvent) => void
  /** Asks whether its author is to be blocked; where that is not offered there is none. */
  onBlock?: ((author: Author) => void) | undefined
}
