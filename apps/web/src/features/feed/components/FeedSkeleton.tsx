import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'

export const FeedSkeleton = () => (
  <SlowLoading>
    <SkeletonCard />
    <SkeletonCard silent photo={false} />
    <SkeletonCard silent />
  </SlowLoading>
)
