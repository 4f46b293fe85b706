import { displayName } from '@parvis/contract/entity.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import dialog from '#web/ui/Dialog.module.css'
import type { BlockablePerson } from '../blocks.mutations.ts'
import css from './BlockDialog.module.css'

export interface BlockDialogProps {
  person: BlockablePerson
  onClose: () => void
  onBlock: () => void
}

/** Explains what blocking does and asks for confirmation. */
export const BlockDialog = ({ person, onClose, onBlock }: BlockDialogProps) => {
  const { t } = useText()
  const name = displayName(person)
  return (
    <Dialog alert size="m" title={t('blocks.ask.title', { name })} onClose={onClose}>
      <p className={css.text}>{t('blocks.ask.text', { name })}</p>
      <div className={dialog.acts}>
        <Button data-autofocus onClick={onClose}>
          {t('blocks.ask.no')}
        </Button>
        <Button kind="danger" icon="ban" onClick={onBlock}>
          {t('blocks.ask.yes')}
        </Button>
      </div>
    </Dialog>
  )
}
