import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useMemo } from 'react'
import { PostCard, type PostCardProps } from './PostCard.tsx'
import type { PostActs, Reader } from './post-acts.ts'
import css from './PostPreview.module.css'

const nothing = () => {}

export interface PostPreviewProps {
  post: LiveEvent
  community: PostCardProps['community']
  reader: Reader
}

/** A post before publication, as its card will look, without actions. */
export const PostPreview = ({ post, community, reader }: PostPreviewProps) => {
  const acts = useMemo(
    (): PostActs => ({
      reader: {
        _id: reader._id,
        gender: reader.gender,
        communityId: reader.communityId,
        mayAnswer: false,
        suspended: false,
        isGuest: false,
        mayOpenProfiles: false,
      },
      onAnswer: nothing,
      onChat: nothing,
      onGroup: nothing,
      onShare: nothing,
      onCopy: nothing,
      onEdit: nothing,
      onRemove: nothing,
      onCallOff: nothing,
      onFlag: nothing,
    }),
    [reader],
  )
  return (
    <div className={css.preview}>
      <PostCard post={post} community={community} acts={acts} whole />
    </div>
  )
}
