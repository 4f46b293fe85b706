import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Progress } from '#web/ui/Progress.tsx'

export interface SendActionsProps {
  formId: string
  label: string
  sending: boolean
  /** The sent part of the upload, from 0 to 1; null without one. */
  progress: number | null
  onStop: () => void
  onLeave: () => void
}

/** The progress of sending, and the buttons to send, to stop and to leave. */
export const SendActions = ({ formId, label, sending, progress, onStop, onLeave }: SendActionsProps) => {
  const { t } = useText()
  return (
    <ActionBar>
      {sending && progress !== null && (
        <Progress
          label={t('publish.sending')}
          value={progress}
          valueText={t('publish.sending.figure', { percent: Math.round(progress * 100) })}
        />
      )}
      {sending ? (
        <Button onClick={onStop}>{t('publish.stop')}</Button>
      ) : (
        <Button onClick={onLeave}>{t('publish.cancel')}</Button>
      )}
      <Button type="submit" form={formId} kind="primary" busy={sending}>
        {label}
      </Button>
    </ActionBar>
  )
}
