import { useText } from '#web/kernel/text/i18n.ts'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { FailedPart } from '#web/ui/Trouble.tsx'
import css from './DeskView.module.css'

/** Stands in for the reports while their chunk loads; with `onRetry`, the chunk failed to load. */
export const WaitingPart = ({ onRetry }: { onRetry: (() => void) | null }) => {
  const { t } = useText()
  return (
    <div className={css.full}>
      {onRetry ? <FailedPart text={t('admin.reports.failed')} onRetry={onRetry} /> : <SkeletonCard photo={false} />}
    </div>
  )
}
