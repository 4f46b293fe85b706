import type { LiveEvent } from '@parvis/contract/feed.ts'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { useFlagPost } from '../flag-post.ts'
import { CallOffPost } from './CallOffPost.tsx'
import { RemovePost } from './RemovePost.tsx'
import { TakeAwayPost } from './TakeAwayPost.tsx'

/** What is asked before it is done: deleting one's own, taking it from its author, calling it off, reporting it. */
export type PostQuestion = 'remove' | 'takeaway' | 'calloff' | 'flag'

export interface PostDialogProps {
  question: PostQuestion
  post: LiveEvent
  communityUri: string
  /** Closes the dialog, then takes the card off the screen by what it is given. */
  onDrop: (drop: () => void) => void
  onAsk: (question: PostQuestion) => void
  onClose: () => void
}

/** The question before something is done with a post that cannot be taken back. Fetched at the first need. */
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
