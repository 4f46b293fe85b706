import { useText } from '#web/kernel/text/i18n.ts'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'

export interface FlagDealProps {
  name: string
  onFlag: (reason: string) => void
  onClose: () => void
}

/** Asks why a deal is reported. Fetched at the first need. */
export const FlagDeal = ({ name, onFlag, onClose }: FlagDealProps) => {
  const { t } = useText()
  return (
    <ReasonDialog
      title={t('deals.flag.title', { name })}
      text={t('deals.flag.text')}
      label={t('deals.flag.reason')}
      yes={t('deals.flag.yes')}
      onSend={onFlag}
      onClose={onClose}
    />
  )
}
