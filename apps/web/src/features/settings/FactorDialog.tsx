import { useId, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import dialog from '#web/ui/Dialog.module.css'
import { Form } from '#web/ui/Form.tsx'
import { RecoveryCodesDialog } from './CodesDialog.tsx'
import { ScanStep } from './ScanStep.tsx'
import { useFactorSetup } from './use-factor-setup.ts'
import css from './MyFactor.module.css'

interface FactorDialogProps {
  /** Name of the owner, printed on the recovery codes. */
  ownerName: string
  /** Called when the server requires a proof of account ownership before the setup. */
  onProofNeeded: () => void
  onClose: () => void
}

/** Turns on the second factor: shows its secret, asks for a first code, then shows the recovery codes. */
export const FactorDialog = ({ ownerName, onProofNeeded, onClose }: FactorDialogProps) => {
  const { t } = useText()
  const id = useId()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const setup = useFactorSetup(setCodes, onProofNeeded)
  if (codes) return <RecoveryCodesDialog ownerName={ownerName} codes={codes} onClose={onClose} />
  return (
    <Dialog title={t('factor.setup.title')} onClose={onClose}>
      <Form id={id} className={css.form} onSubmit={setup.submit}>
        <ScanStep setup={setup} />
      </Form>
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
