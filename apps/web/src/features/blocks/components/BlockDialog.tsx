import { displayName } from '@parvis/contract/entity.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { BlockablePerson } from '../blocks.mutations.ts'

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
    <ConfirmDialog
      title={t('blocks.ask.title', { name })}
      text={t('blocks.ask.text', { name })}
      confirmLabel={t('blocks.ask.yes')}
      cancelLabel={t('blocks.ask.no')}
      icon="ban"
      onConfirm={onBlock}
      onClose={onClose}
    />
  )
}
