import { SkeletonCard } from '#web/ui/Skeleton.tsx'

export const InformationWaiting = () => (
  <>
    <SkeletonCard photo />
    <SkeletonCard photo={false} silent />
  </>
)
