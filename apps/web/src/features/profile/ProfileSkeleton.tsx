import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import css from './ProfileSkeleton.module.css'

/** Placeholder of a profile while it loads; with `isForm`, of the form of one's own profile. */
export const ProfileSkeleton = ({ isForm }: { isForm?: boolean }) => {
  const { t } = useText()
  return (
    <SlowLoading>
      <Card className={isForm ? css.own : css.head} role="status" aria-label={t('common.loading')}>
        <Skeleton shape="disc" />
        <Skeleton shape="title" width={46} />
        <Skeleton width={62} />
        <Skeleton shape="chip" />
        {isForm && <Skeleton shape="chip" />}
      </Card>
    </SlowLoading>
  )
}
