import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Progress } from '#web/ui/Progress.tsx'

export interface SaveActionsProps {
  formId: string
  label: string
  isSaving: boolean
  /** Whether the input is being validated before it is saved. */
  isValidating: boolean
  /** The sent share of the photo, from 0 to 1; null while no photo is sent. */
  uploadProgress: number | null
  onStopUpload: () => void
  /** The button that leaves the form. While a photo is sent, a button that stops the upload replaces it. */
  children: ReactNode
}

/** The buttons of a profile form, with the progress of sending its photo. */
export const SaveActions = ({
  formId,
  label,
  isSaving,
  isValidating,
  uploadProgress,
  onStopUpload,
  children,
}: SaveActionsProps) => {
  const { t } = useText()
  return (
    <ActionBar>
      {isSaving && uploadProgress !== null ? (
        <>
          <Progress
            label={t('entry.photo.sending')}
            value={uploadProgress}
            valueText={t('entry.photo.sending.figure', { percent: Math.round(uploadProgress * 100) })}
          />
          <Button onClick={onStopUpload}>{t('entry.photo.stop')}</Button>
        </>
      ) : (
        children
      )}
      <Button type="submit" form={formId} kind="primary" busy={isSaving || isValidating}>
        {label}
      </Button>
    </ActionBar>
  )
}
