import type { Conversation, Person } from '@parvis/contract/chat.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { Point } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { ReactNode } from 'react'
import type { ThreadKey } from './chat.queries.ts'

export interface ThreadViewProps {
  threadKey: ThreadKey
  communityUri: string
  me: SessionUser
  /** Route of the list that the back button opens. */
  backRoute: '/$c/mes-conversations' | '/$c/conversations-de-groupe'
  /** Returns the title of a post in one line; supplied by the feed feature. */
  titleOf: (event: FeedPost) => string
  /** Render a post linked in a message and the post of a group; supplied by the feed feature. */
  renderLinkedPost: (event: FeedPost) => ReactNode
  renderGroupPost: (event: FeedPost) => ReactNode
  aboutPost?: FeedPost | null
  /** How the viewer opened a conversation about a post: by answering (`interested`) or by writing to its author. */
  aboutType?: 'event' | 'interested'
  onAboutPostCleared: () => void
  map: { start: Point }
  renderGroupPeople?: (conversation: Conversation) => ReactNode
  renderPersonMenu?: (conversation: Conversation) => ReactNode
  onBlock?: (person: Person) => void
  /** Wraps the notice that the conversation is not accessible, to add an explanation from another feature. */
  wrapClosedNotice?: (defaultNotice: ReactNode) => ReactNode
}
