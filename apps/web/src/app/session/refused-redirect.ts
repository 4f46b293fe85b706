import type { SessionUser } from '@parvis/contract/session.ts'
import type { NavigateFn } from '@tanstack/react-router'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

export interface RefusedVisit {
  params: { c: string }
  location: { href: string }
  navigate: NavigateFn
}

/** Explains in a toast why a member may not open a screen; guests can tap the toast to register. */
export const explainRefusal = async (
  { abilities, suspendedUntil }: Pick<SessionUser, 'abilities' | 'suspendedUntil'>,
  { params, location, navigate }: RefusedVisit,
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

export const explainFeatureSwitchedOff = async (): Promise<void> => {
  await loadTexts('session')
  showToast({ kind: 'info', text: t('session.switchedoff') })
}
