import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

/** The page may be there before these words. */
export const tellSwitchedOff = async (): Promise<void> => {
  await loadTexts('session')
  showToast({ kind: 'info', text: t('session.switchedoff') })
}
