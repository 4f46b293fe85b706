import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import css from './AppSkeleton.module.css'

/** Placeholder of the member screens while the session is loading. */
export const AppSkeleton = () => (
  <main id="main" className={css.column} aria-busy="true">
    <SkeletonCard />
    <SkeletonCard silent photo={false} />
    <SlowLoading />
  </main>
)
