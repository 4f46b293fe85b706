import { useText } from '#web/kernel/text/i18n.ts'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { InlineError } from '#web/ui/LoadError.tsx'
import css from './DeskView.module.css'

/** Stands in for the reports while their chunk loads; with `onRetry`, the chunk failed to load. */
export const ReportsSkeleton = ({ onRetry }: { onRetry: (() => void) | null }) => {
  const { t } = useText()
  return (
    <div className={css.full}>
      {onRetry ? <InlineError text={t('admin.reports.failed')} onRetry={onRetry} /> : <SkeletonCard photo={false} />}
    </div>
  )
}
