import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import dialog from '#web/ui/Dialog.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'

export interface CodesDialogProps {
  name: string
  codes: readonly string[]
  onClose: () => void
}

/** Shows new recovery codes, with a warning before they are closed unsaved. */
export const CodesDialog = ({ name, codes, onClose }: CodesDialogProps) => {
  const { t } = useText()
  const [kept, setKept] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const close = () => (kept || leaving ? onClose() : setLeaving(true))
  const keep = () => {
    setKept(true)
    setLeaving(false)
  }
  return (
    <Dialog title={t('factor.codes.title')} onClose={close} crossless>
      <RecoveryCodes name={name} codes={codes} leaving={leaving} onKept={keep} />
      <div className={dialog.acts}>
        <Button kind={leaving ? 'quiet' : 'primary'} onClick={close}>
          {t(leaving ? 'factor.codes.leave' : 'factor.codes.done')}
        </Button>
      </div>
    </Dialog>
  )
}
