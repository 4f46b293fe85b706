import type { SessionUser } from '@parvis/contract/session.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

/**
 * Tells who is turned away at a screen why: a guest may log in by a tap on it. The page may be there before these
 * words.
 */
export const tellTurnedAway = async (
  { abilities, suspendedUntil }: Pick<SessionUser, 'abilities' | 'suspendedUntil'>,
  logIn: () => void,
): Promise<void> => {
  await loadTexts('errors')
  if (abilities.readChats)
    showToast({ kind: 'warning', text: t(suspendedUntil ? 'errors.suspended' : 'errors.forbidden') })
  else showToast({ kind: 'warning', text: t('errors.guestforbidden'), onPress: logIn })
}

/** The page may be there before these words. */
export const tellSwitchedOff = async (): Promise<void> => {
  await loadTexts('session')
  showToast({ kind: 'info', text: t('session.switchedoff') })
}
