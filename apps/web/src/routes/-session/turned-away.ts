import type { SessionUser } from '@parvis/contract/session.ts'
import type { NavigateFn } from '@tanstack/react-router'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

export interface Refused {
  params: { c: string }
  /** What was asked for: who registers is led back to it. */
  location: { href: string }
  navigate: NavigateFn
}

/**
 * Tells who may not do something why: a guest registers by a tap on it. The page may be there before these words.
 */
export const tellTurnedAway = async (
  { abilities, suspendedUntil }: Pick<SessionUser, 'abilities' | 'suspendedUntil'>,
  { params, location, navigate }: Refused,
): Promise<void> => {
  await loadTexts('errors')
  if (abilities.readChats)
    return void showToast({ kind: 'warning', text: t(suspendedUntil ? 'errors.suspended' : 'errors.forbidden') })
  showToast({
    kind: 'warning',
    text: t('errors.guestforbidden'),
    onPress: () => void navigate({ to: '/$c/connexion', params, search: { next: location.href, register: true } }),
  })
}

/** The page may be there before these words. */
export const tellSwitchedOff = async (): Promise<void> => {
  await loadTexts('session')
  showToast({ kind: 'info', text: t('session.switchedoff') })
}
