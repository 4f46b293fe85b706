import { useText } from '#web/kernel/text/i18n.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './NotificationRow.module.css'

const WIDTHS = [84, 66, 92, 58, 76]

export const NotificationsSkeleton = ({ rows = WIDTHS.length }: { rows?: number }) => {
  const { t } = useText()
  return (
    <div role="status" aria-label={t('common.loading')}>
      {WIDTHS.slice(0, rows).map(width => (
        <div key={width} className={css.row}>
          <Skeleton shape="disc" />
          <span className={css.words}>
            <Skeleton width={width} />
            <Skeleton width={28} />
          </span>
        </div>
      ))}
    </div>
  )
}
