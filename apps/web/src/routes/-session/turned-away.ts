import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

/**
 * Tells who is turned away at a screen why: a guest may log in by a tap on it. The page may be there before these
 * words.
 */
export const tellTurnedAway = async (isMember: boolean, logIn: () => void): Promise<void> => {
  await loadTexts('errors')
  if (isMember) showToast({ kind: 'warning', text: t('errors.forbidden') })
  else showToast({ kind: 'warning', text: t('errors.guestforbidden'), onPress: logIn })
}

/** The page may be there before these words. */
export const tellSwitchedOff = async (): Promise<void> => {
  await loadTexts('session')
  showToast({ kind: 'info', text: t('session.switchedoff') })
}
