import { useId, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import dialog from '#web/ui/Dialog.module.css'
import { CodesDialog } from './CodesDialog.tsx'
import { ScanStep } from './ScanStep.tsx'
import { useFactorSetup } from './use-factor-setup.ts'
import css from './MyFactor.module.css'

interface FactorDialogProps {
  /** Name of the owner, printed on the recovery codes. */
  name: string
  /** Called when a proof of ownership is needed first. */
  onProofNeeded: () => void
  onClose: () => void
}

/** Turns the second factor on: its secret, a first code, then the recovery codes. */
export const FactorDialog = ({ name, onProofNeeded, onClose }: FactorDialogProps) => {
  const { t } = useText()
  const id = useId()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const setup = useFactorSetup(setCodes, onProofNeeded)
  if (codes) return <CodesDialog name={name} codes={codes} onClose={onClose} />
  return (
    <Dialog title={t('factor.setup.title')} onClose={onClose}>
      <form id={id} className={css.form} onSubmit={setup.submit} noValidate>
        <ScanStep setup={setup} />
      </form>
      <div className={dialog.acts}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {setup.begun && (
          <Button type="submit" form={id} kind="primary" busy={setup.busy}>
            {t('factor.setup.go')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
