import { useText } from '#web/kernel/text/i18n.ts'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { FailedPart } from '#web/ui/Trouble.tsx'
import css from './DeskView.module.css'

/** The place of the reports until their part has come; with `onRetry` it did not. */
export const WaitingPart = ({ onRetry }: { onRetry: (() => void) | null }) => {
  const { t } = useText()
  return (
    <div className={css.full}>
      {onRetry ? <FailedPart text={t('admin.reports.failed')} onRetry={onRetry} /> : <SkeletonCard photo={false} />}
    </div>
  )
}
