import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import dialog from '#web/ui/Dialog.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'

export interface RecoveryCodesDialogProps {
  ownerName: string
  codes: readonly string[]
  onClose: () => void
}

/** Shows new recovery codes, and warns a member who closes the dialog before saving them. */
export const RecoveryCodesDialog = ({ ownerName, codes, onClose }: RecoveryCodesDialogProps) => {
  const { t } = useText()
  const [saving, setSaving] = useState<'unsaved' | 'warned' | 'saved'>('unsaved')
  const isWarned = saving === 'warned'
  const close = () => (saving === 'unsaved' ? setSaving('warned') : onClose())
  return (
    <Dialog title={t('factor.codes.title')} onClose={close} hideClose>
      <RecoveryCodes ownerName={ownerName} codes={codes} isWarned={isWarned} onSaved={() => setSaving('saved')} />
      <div className={dialog.acts}>
        <Button kind={isWarned ? 'quiet' : 'primary'} onClick={close}>
          {t(isWarned ? 'factor.codes.leave' : 'factor.codes.done')}
        </Button>
      </div>
    </Dialog>
  )
}
