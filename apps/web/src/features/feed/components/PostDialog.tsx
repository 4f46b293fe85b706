import type { FeedPost } from '@parvis/contract/feed.ts'
import { ReportDialog } from '#web/ui/ReportDialog.tsx'
import { useFlagPost } from '../flag-post.ts'
import { CancelPost } from './CancelPost.tsx'
import { RemovePost } from './RemovePost.tsx'
import { RemovePostByTeam } from './RemovePostByTeam.tsx'

/** Dialogs of a post: delete one’s own post, remove the post of another member, cancel an event, report a post. */
export type PostDialogKind = 'remove' | 'takeaway' | 'calloff' | 'flag'

export interface PostDialogProps {
  kind: PostDialogKind
  post: FeedPost
  communityUri: string
  /** Closes the dialog, then runs the callback that removes the card from the screen. */
  onDrop: (removeCard: () => void) => void
  onOpen: (kind: PostDialogKind) => void
  onClose: () => void
}

/** Dialog that confirms an irreversible action; its chunk is loaded on first use. */
export const PostDialog = ({ kind, post, communityUri, onDrop, onOpen, onClose }: PostDialogProps) => {
  const flag = useFlagPost()
  if (kind === 'remove')
    return <RemovePost post={post} onRemove={onDrop} onCancelEvent={() => onOpen('calloff')} onClose={onClose} />
  if (kind === 'takeaway') return <RemovePostByTeam post={post} onDrop={onDrop} onClose={onClose} />
  if (kind === 'calloff') return <CancelPost post={post} onClose={onClose} />
  return (
    <ReportDialog
      kind="post"
      id={post._id}
      send={reason => flag(post._id, reason)}
      communityUri={communityUri}
      onClose={onClose}
    />
  )
}
