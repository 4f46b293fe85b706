import { useText } from '#web/kernel/text/i18n.ts'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'

export interface FlagPersonProps {
  name: string
  onFlag: (reason: string) => void
  onClose: () => void
}

/** Asks why somebody is reported. Fetched at the first need. */
export const FlagPerson = ({ name, onFlag, onClose }: FlagPersonProps) => {
  const { t } = useText()
  return (
    <ReasonDialog
      title={t('people.flag.title', { name })}
      text={t('people.flag.text')}
      label={t('people.flag.reason')}
      yes={t('people.flag.yes')}
      onSend={onFlag}
      onClose={onClose}
    />
  )
}
