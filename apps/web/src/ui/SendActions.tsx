import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from './ActionBar.tsx'
import { Button } from './Button.tsx'
import { Progress } from './Progress.tsx'

export interface SendActionsProps {
  formId: string
  label: string
  isSending: boolean
  /** The sent share of the photo, from 0 to 1; null while no photo is sent. */
  uploadProgress: number | null
  onStopSending: () => void
  onLeave: () => void
}

/** The progress of sending, and the buttons to send, to stop and to leave. Requires that the texts of `media` are loaded. */
export const SendActions = ({ formId, label, isSending, uploadProgress, onStopSending, onLeave }: SendActionsProps) => {
  const { t } = useText()
  return (
    <ActionBar>
      {isSending && uploadProgress !== null && (
        <Progress
          label={t('media.sending')}
          value={uploadProgress}
          valueText={t('media.sending.figure', { percent: Math.round(uploadProgress * 100) })}
        />
      )}
      {isSending ? (
        <Button onClick={onStopSending}>{t('media.stop')}</Button>
      ) : (
        <Button onClick={onLeave}>{t('common.cancel')}</Button>
      )}
      <Button type="submit" form={formId} kind="primary" busy={isSending}>
        {label}
      </Button>
    </ActionBar>
  )
}
