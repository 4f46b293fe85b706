import type { AppleOutcome } from '@parvis/contract/apple.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { clearAppleRedirect } from './apple-redirect.ts'
import { useApple } from './apple.mutations.ts'
import type { SendWithCode } from './components/LogInForm.tsx'
import type { LogInDialogProps } from './LogInDialog.tsx'
import { entryErrorOf, isUnknownUser, popupOf } from './login-errors.ts'
import type { EntryPoint } from './use-entry-point.tsx'
import { emailOf, type LogInView } from './use-log-in-view.ts'

/** Loaded on demand, because few users have a second factor. */
const loadFactor = async () =>
  (await Promise.all([import('./components/FactorForm.tsx'), loadTexts('factor')]))[0].FactorForm

/** What a log-in leads to when it does not succeed at once: an error, a message, or the second factor. */
export const useLogInOutcome = (props: LogInDialogProps, entryPoint: EntryPoint, current: LogInView) => {
  const { canRegisterHere, apple, setApple, activeTab, view, setView, showView, login, email, setSent } = current
  const [factor, setFactor] = useState<{ Form: Awaited<ReturnType<typeof loadFactor>>; send: SendWithCode } | null>(
    null,
  )

  const handleError = (error: unknown) => {
    const popup = popupOf(error)
    const atLogIn = view === 'factor' || (view === 'tabs' && activeTab === 'login')
    if (popup) return setSent({ popup, email: atLogIn ? emailOf(login) : email, ...(atLogIn && { isKnown: true }) })
    if (isUnknownUser(error) && canRegisterHere) showView('tabs', 'register', (atLogIn && emailOf(login)) || email)
    entryPoint.showError(entryErrorOf(error))
  }
  const showFactorForm = (send: SendWithCode) =>
    loadFactor().then(Form => {
      entryPoint.clear()
      setFactor({ Form, send })
      setApple(null)
      setView('factor')
    }, onChunkLoadFailed)
  const appleLogIn = useApple(props.community, apple === 'back', {
    onEntered: props.onEntered,
    onFactor: send => void showFactorForm(send),
    onCancelled: () => setApple('cancelled'),
    onFailed: error => {
      setApple(null)
      setView('tabs')
      const popup = popupOf(error)
      // The e-mail in the form may differ from the one that Apple knows.
      if (popup) setSent({ popup, email: '' })
      else handleError(error)
    },
  })
  const readApple = useEffectEvent((outcome: AppleOutcome) => {
    clearAppleRedirect()
    props.onAppleRead()
    if (outcome === 'failed') entryPoint.showError(entryErrorOf(new ApiError('appleerror', 401)))
  })
  // The outcome is shown once, and removed from the tab and its history.
  useEffect(() => {
    if (props.apple) readApple(props.apple)
  }, [props.apple])
  return { factor, appleLogIn, handleError, showFactorForm }
}

export type LogInOutcome = ReturnType<typeof useLogInOutcome>
