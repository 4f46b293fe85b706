import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import css from './ProfileWaiting.module.css'

/** The shape of a profile to come: a face, a name, what is known of it, a button; the fields of one's own. */
export const ProfileWaiting = ({ own }: { own?: boolean }) => {
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
