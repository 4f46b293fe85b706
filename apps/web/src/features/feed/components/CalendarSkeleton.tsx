import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useText } from '#web/kernel/text/i18n.ts'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import css from './CalendarSkeleton.module.css'

export const CalendarSkeleton = () => {
  const { t } = useText()
  return (
    <SlowLoading>
      <div className={css.days} role="status" aria-label={t('common.loading')}>
        {[2, 1, 2].map((rows, day) => (
          <div key={day} className={css.day}>
            <i className={css.mark} />
            <div>
              {Array.from({ length: rows }, (_, n) => (
                <div key={n} className={css.row}>
                  <Skeleton width={62} />
                  <Skeleton width={38} />
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
    </SlowLoading>
  )
}
