import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { OuterBar } from '#web/ui/OuterBar.tsx'
import { Felt, SlowLoading } from '#web/ui/SlowLoading.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './ProfileFormWaiting.module.css'

const FIELDS = 4

export const ProfileFormWaiting = () => {
  const { t } = useText()
  return (
    <BareScreen bar={<OuterBar />}>
      <div className={css.form} role="status" aria-label={t('common.loading')}>
        <Felt>
          <Skeleton shape="title" width={62} />
          <Skeleton width={84} />
          {Array.from({ length: FIELDS }, (_, at) => (
            <div key={at}>
              <Skeleton width={28} />
              <Skeleton shape="chip" width={100} />
            </div>
          ))}
        </Felt>
        <SlowLoading />
      </div>
    </BareScreen>
  )
}
