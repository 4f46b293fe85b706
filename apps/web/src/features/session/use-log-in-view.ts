import { useState } from 'react'
import { storedText } from '#web/kernel/device/stored.ts'
import { findAppleRedirect } from './apple-redirect.ts'
import type { SentMail } from './components/SentDialog.tsx'
import { canRegister } from './link-keys.ts'
import type { EntryPoint } from './use-entry-point.tsx'
import type { LogInDialogProps } from './log-in-dialog-props.ts'

type Tab = 'login' | 'register'
/** The views of the dialog: its tabs, or one of the other forms. */
type ViewName = 'tabs' | 'forgotten' | 'code' | 'link' | 'apple' | 'factor'

export const emailOf = (login: string) => (login.includes('@') ? login.trim() : '')

/** The current view of the log-in dialog, and the state that its views share. */
export const useLogInView = (props: LogInDialogProps, entryPoint: EntryPoint) => {
  const { community, token, opensRegistration } = props
  const canRegisterHere = canRegister(community, props.linkKey)
  const [appleOutcome, setAppleOutcome] = useState(props.appleOutcome)
  const [appleRedirect] = useState(() => appleOutcome && findAppleRedirect(community._id))
  const [tab, setTab] = useState<Tab>(
    (appleRedirect ? appleRedirect.registers : opensRegistration) ? 'register' : 'login',
  )
  const [view, setView] = useState<ViewName>(appleOutcome === 'back' ? 'apple' : token ? 'link' : 'tabs')
  const [login, setLogin] = useState(() => storedText('emailOrPseudo') ?? '')
  /** The e-mail for registration or a new password. A stored e-mail may belong to another community. */
  const [email, setEmail] = useState(() => (opensRegistration ? emailOf(login) : ''))
  const [sent, setSent] = useState<SentMail | null>(props.popup && { popup: props.popup, email: '' })
  const [latestToken, setLatestToken] = useState(token)
  // In the apps a mailed link can open while the dialog is shown; the link takes precedence.
  if (token !== latestToken) {
    setLatestToken(token)
    if (token) {
      setSent(null)
      setView('link')
    }
  }
  const activeTab: Tab = canRegisterHere ? tab : 'login'

  const showView = (targetView: ViewName, targetTab: Tab = tab, address = email || emailOf(login)) => {
    entryPoint.clearErrors()
    setAppleOutcome(null)
    setSent(null)
    if (targetView !== 'link' && token) props.onLinkDone()
    if (targetView === 'forgotten' || targetTab === 'register') setEmail(address)
    setView(targetView)
    setTab(targetTab)
  }
  const showSent = (sentMail: SentMail) => {
    if (sentMail.popup !== 'popup3') setLogin(sentMail.email)
    setSent(sentMail)
  }
  return {
    canRegisterHere,
    appleOutcome,
    setAppleOutcome,
    appleRedirect,
    activeTab,
    view,
    setView,
    showView,
    showLogIn: () => showView('tabs', 'login'),
    showRegister: () => showView('tabs', 'register'),
    showForgotten: () => showView('forgotten', tab, login.trim() ? emailOf(login) : email),
    login,
    setLogin,
    email,
    setEmail,
    sent,
    setSent,
    showSent,
  }
}

export type LogInView = ReturnType<typeof useLogInView>
