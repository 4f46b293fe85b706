import { lazy, Suspense } from 'react'
import type { PostPreviewProps } from '#web/features/feed/components/PostPreview.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'

const PostPreview = lazy(() =>
  import('#web/features/feed/components/PostPreview.tsx').then(part => ({ default: part.PostPreview })),
)

/** The preview of a post that is being written; loaded lazily, after the form has rendered. */
export const Preview = (props: PostPreviewProps) => (
  <Suspense fallback={<SkeletonCard photo={false} />}>
    <PostPreview {...props} />
  </Suspense>
)
