import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Progress } from '#web/ui/Progress.tsx'

export interface SaveActionsProps {
  formId: string
  label: string
  saving: boolean
  /** Whether the input is being checked before it is saved. */
  checking: boolean
  /** The sent part of the photo, from 0 to 1; null without one. */
  progress: number | null
  onStop: () => void
  /** The button to leave the form, which an upload replaces by one to stop it. */
  children: ReactNode
}

/** The buttons of a profile form, with the progress of sending its photo. */
export const SaveActions = ({ formId, label, saving, checking, progress, onStop, children }: SaveActionsProps) => {
  const { t } = useText()
  return (
    <ActionBar>
      {saving && progress !== null ? (
        <>
          <Progress
            label={t('entry.photo.sending')}
            value={progress}
            valueText={t('entry.photo.sending.figure', { percent: Math.round(progress * 100) })}
          />
          <Button onClick={onStop}>{t('entry.photo.stop')}</Button>
        </>
      ) : (
        children
      )}
      <Button type="submit" form={formId} kind="primary" busy={saving || checking}>
        {label}
      </Button>
    </ActionBar>
  )
}
