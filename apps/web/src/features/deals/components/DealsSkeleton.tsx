import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import list from './DealsList.module.css'
import css from './DealsSkeleton.module.css'

export const DealCardSkeleton = () => (
  <Card>
    <div className={css.photo}>
      <Skeleton shape="photo" />
    </div>
    <div className={css.body}>
      <Skeleton shape="title" width={60} />
      <Skeleton width={40} />
      <Skeleton />
      <Skeleton width={80} />
    </div>
  </Card>
)

export const DealsSkeleton = () => {
  const { t } = useText()
  return (
    <SlowLoading>
      <div className={list.grid} role="status" aria-label={t('common.loading')}>
        {[1, 2, 3, 4].map(n => (
          <DealCardSkeleton key={n} />
        ))}
      </div>
    </SlowLoading>
  )
}
