import { PublicBar } from '#web/ui/PublicBar.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import css from './LandingView.module.css'

/** Placeholder of the landing page while its community is loading. */
export const LandingSkeleton = () => (
  <div className={css.landing} aria-busy="true">
    <PublicBar />
    <main id="main" className={css.main}>
      <section className={css.place}>
        <span className={css.logo}>
          <Skeleton shape="tile" />
        </span>
        <Skeleton shape="title" width={60} />
        <Skeleton width={80} />
      </section>
      <div className={css.show}>
        <Skeleton shape="photo" />
        <Skeleton shape="title" width={50} />
      </div>
      <section className={css.acts}>
        <SlowLoading />
      </section>
    </main>
  </div>
)
