import type { FeedPost } from '@parvis/contract/feed.ts'
import { useMemo } from 'react'
import { PostCard, type PostCardProps } from './PostCard.tsx'
import type { PostActions, Viewer } from './post-actions.ts'
import css from './PostPreview.module.css'

const noop = () => {}

export interface PostPreviewProps {
  post: FeedPost
  community: PostCardProps['community']
  viewer: Viewer
}

/** Preview of the card of a post before publication, without actions. */
export const PostPreview = ({ post, community, viewer }: PostPreviewProps) => {
  const actions = useMemo(
    (): PostActions => ({
      viewer: {
        _id: viewer._id,
        gender: viewer.gender,
        communityId: viewer.communityId,
        canAnswer: false,
        isSuspended: false,
        isGuest: false,
        canOpenProfiles: false,
      },
      onAnswer: noop,
      onChat: noop,
      onGroup: noop,
      onShare: noop,
      onCopy: noop,
      onEdit: noop,
      onRemove: noop,
      onCancelEvent: noop,
      onFlag: noop,
    }),
    [viewer],
  )
  return (
    <div className={css.preview}>
      <PostCard post={post} community={community} actions={actions} standalone />
    </div>
  )
}
