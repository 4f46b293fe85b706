import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import css from './ProfileSkeleton.module.css'

/** Placeholder of a profile: avatar, name, details and a button; with `own`, of the form. */
export const ProfileSkeleton = ({ own }: { own?: boolean }) => {
  const { t } = useText()
  return (
    <SlowLoading>
      <Card className={own ? css.own : css.head} role="status" aria-label={t('common.loading')}>
        <Skeleton shape="disc" />
        <Skeleton shape="title" width={46} />
        <Skeleton width={62} />
        <Skeleton shape="chip" />
        {own && <Skeleton shape="chip" />}
      </Card>
    </SlowLoading>
  )
}
