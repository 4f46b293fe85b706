import { useState } from 'react'
import { storedText } from '#web/kernel/device/stored.ts'
import { findAppleRedirect } from './apple-redirect.ts'
import type { SentMail } from './components/SentDialog.tsx'
import { canRegister } from './link-keys.ts'
import type { LogInDialogProps } from './LogInDialog.tsx'
import type { EntryPoint } from './use-entry-point.tsx'

type Tab = 'login' | 'register'
/** What the dialog shows: its tabs, or a view that one of them leads to. */
type View = 'tabs' | 'forgotten' | 'code' | 'link' | 'apple' | 'factor'

export const emailOf = (login: string) => (login.includes('@') ? login.trim() : '')

/** Which view the log-in dialog shows, and what its views share. */
export const useLogInView = (props: LogInDialogProps, entryPoint: EntryPoint) => {
  const { community, token, registers } = props
  const canRegisterHere = canRegister(community, props.linkKey)
  const [apple, setApple] = useState(props.apple)
  const [appleRedirect] = useState(() => apple && findAppleRedirect(community._id))
  const [tab, setTab] = useState<Tab>((appleRedirect ? appleRedirect.registers : registers) ? 'register' : 'login')
  const [view, setView] = useState<View>(apple === 'back' ? 'apple' : token ? 'link' : 'tabs')
  const [login, setLogin] = useState(() => storedText('emailOrPseudo') ?? '')
  /** The e-mail for registration or a new password. A stored e-mail may belong to another community. */
  const [email, setEmail] = useState(() => (registers ? emailOf(login) : ''))
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

  const showView = (to: View, at: Tab = tab, address = email || emailOf(login)) => {
    entryPoint.clear()
    setApple(null)
    if (to !== 'link' && token) props.onLinkDone()
    if (to === 'forgotten' || at === 'register') setEmail(address)
    setView(to)
    setTab(at)
  }
  const showSent = (sending: SentMail) => {
    if (sending.popup !== 'popup3') setLogin(sending.email)
    setSent(sending)
  }
  return {
    canRegisterHere,
    apple,
    setApple,
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
