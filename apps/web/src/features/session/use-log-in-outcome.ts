import type { AppleOutcome } from '@parvis/contract/entry-apple.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { withTexts, t } from '#web/kernel/text/i18n.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { clearAppleRedirect } from './apple-redirect.ts'
import { useApple } from './apple.mutations.ts'
import type { SendWithCode } from './components/LogInForm.tsx'
import { isUnknownUser, popupOf } from './login-errors.ts'
import type { EntryPoint } from './use-entry-point.tsx'
import { emailOf, type LogInView } from './use-log-in-view.ts'
import type { LogInDialogProps } from './log-in-dialog-props.ts'

/** Loaded on demand, because few users have a second factor. */
const loadFactorForm = async () =>
  (await withTexts(import('./components/FactorForm.tsx'), 'second-factor')).SecondFactorForm

/** Handles a log-in that does not succeed at once: shows an error, a message or the form of the second factor. */
export const useLogInOutcome = (props: LogInDialogProps, entryPoint: EntryPoint, logInView: LogInView) => {
  const {
    canRegisterHere,
    appleOutcome: apple,
    setAppleOutcome: setApple,
    activeTab,
    view,
    setView,
    showView,
    login,
    email,
    setSent,
  } = logInView
  const [factor, setFactor] = useState<{ Form: Awaited<ReturnType<typeof loadFactorForm>>; send: SendWithCode } | null>(
    null,
  )

  const handleError = (error: unknown) => {
    const popup = popupOf(error)
    const atLogIn = view === 'factor' || (view === 'tabs' && activeTab === 'login')
    if (popup) return setSent({ popup, email: atLogIn ? emailOf(login) : email, ...(atLogIn && { isKnown: true }) })
    if (isUnknownUser(error) && canRegisterHere) showView('tabs', 'register', (atLogIn && emailOf(login)) || email)
    // Where nobody can register, the text must not suggest it.
    if (isUnknownUser(error) && !error.field && !canRegisterHere)
      entryPoint.showInvalid({ field: null, text: t(`entry.login.${error.key}`) })
    else entryPoint.showFailure(error)
  }
  const showFactorForm = (send: SendWithCode) =>
    loadFactorForm().then(Form => {
      entryPoint.clearErrors()
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
  const handleAppleOutcome = useEffectEvent((outcome: AppleOutcome) => {
    clearAppleRedirect()
    props.onAppleOutcomeRead()
    if (outcome === 'failed') entryPoint.showFailure(new ApiError('appleerror', 401))
  })
  // The outcome is shown once, and removed from the tab and its history.
  useEffect(() => {
    if (props.appleOutcome) handleAppleOutcome(props.appleOutcome)
  }, [props.appleOutcome])
  return { factor, appleLogIn, handleError, showFactorForm }
}

export type LogInOutcome = ReturnType<typeof useLogInOutcome>
