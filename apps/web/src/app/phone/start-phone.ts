import { startPhone } from '#web/kernel/shell/phone.ts'
import { explain, loadTexts } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

export { followPhone, hideSplashScreen } from '#web/kernel/shell/phone.ts'

export const startPhoneApp = (): Promise<void> =>
  startPhone(async error => {
    await loadTexts('errors')
    showToast({ kind: 'error', text: explain(error) })
  })
