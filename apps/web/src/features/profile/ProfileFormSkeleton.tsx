import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { Delayed, SlowLoading } from '#web/ui/SlowLoading.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './ProfileFormSkeleton.module.css'

const FIELD_COUNT = 4

export const ProfileFormSkeleton = () => {
  const { t } = useText()
  return (
    <BareScreen bar={<PublicBar />}>
      <div className={css.form} role="status" aria-label={t('common.loading')}>
        <Delayed>
          <Skeleton shape="title" width={62} />
          <Skeleton width={84} />
          {Array.from({ length: FIELD_COUNT }, (_, index) => (
            <div key={index}>
              <Skeleton width={28} />
              <Skeleton shape="chip" width={100} />
            </div>
          ))}
        </Delayed>
        <SlowLoading />
      </div>
    </BareScreen>
  )
}
