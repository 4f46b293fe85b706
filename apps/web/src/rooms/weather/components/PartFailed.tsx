import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** In the place of one part, while the other is there. */
export const PartFailed = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useText()
  return (
    <Notice
      icon="triangle-alert"
      action={
        <Button kind="quiet" size="s" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      {t('weather.failed.part')}
    </Notice>
  )
}
