import type { LiveEvent } from '@parvis/contract/feed.ts'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { useFlagPost } from '../flag-post.ts'
import { CallOffPost } from './CallOffPost.tsx'
import { RemovePost } from './RemovePost.tsx'
import { TakeAwayPost } from './TakeAwayPost.tsx'

/** The confirmations of a post: delete one’s own, remove another’s, cancel an event, report. */
export type PostQuestion = 'remove' | 'takeaway' | 'calloff' | 'flag'

export interface PostDialogProps {
  question: PostQuestion
  post: LiveEvent
  communityUri: string
  /** Closes the dialog, then runs the callback that removes the card from the screen. */
  onDrop: (drop: () => void) => void
  onAsk: (question: PostQuestion) => void
  onClose: () => void
}

/** The confirmation of an irreversible action. Loaded on first use. */
export const PostDialog = ({ question, post, communityUri, onDrop, onAsk, onClose }: PostDialogProps) => {
  const flag = useFlagPost()
  if (question === 'remove')
    return <RemovePost post={post} onRemove={onDrop} onCallOff={() => onAsk('calloff')} onClose={onClose} />
  if (question === 'takeaway') return <TakeAwayPost post={post} onDrop={onDrop} onClose={onClose} />
  if (question === 'calloff') return <CallOffPost post={post} onClose={onClose} />
  return (
    <ReasonDialog
      kind="post"
      id={post._id}
      send={reason => flag(post._id, reason)}
      communityUri={communityUri}
      onClose={onClose}
    />
  )
}
