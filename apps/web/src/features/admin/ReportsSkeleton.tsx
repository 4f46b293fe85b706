import { useText } from '#web/kernel/text/i18n.ts'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { InlineError } from '#web/ui/LoadError.tsx'
import css from './DeskView.module.css'

/** Placeholder while the code of the reports loads; with `onRetry`, an error message with a retry button. */
export const ReportsSkeleton = ({ onRetry }: { onRetry: (() => void) | null }) => {
  const { t } = useText()
  return (
    <div className={css.full}>
      {onRetry ? <InlineError text={t('admin.reports.failed')} onRetry={onRetry} /> : <SkeletonCard photo={false} />}
    </div>
  )
}
