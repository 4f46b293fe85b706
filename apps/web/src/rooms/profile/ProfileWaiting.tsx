import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import css from './ProfileWaiting.module.css'

/** The shape of a profile to come: a face, a name, what is known of it, a button. */
export const ProfileWaiting = () => {
  const { t } = useText()
  return (
    <SlowLoading>
      <Card className={css.head} role="status" aria-label={t('common.loading')}>
        <Skeleton shape="disc" />
        <Skeleton shape="title" width={46} />
        <Skeleton width={62} />
        <Skeleton shape="chip" />
      </Card>
    </SlowLoading>
  )
}
