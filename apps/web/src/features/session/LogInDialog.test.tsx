import { startWithApple, logInWithApple, signUpWithApple } from '@parvis/contract/apple.ts'
import {
  forgetPassword,
  logIn,
  logInAsGuest,
  logInByLink,
  register,
  signUpAsGuest,
  type SessionUser,
} from '@parvis/contract/session.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import {
  bodies,
  calls,
  render,
  renderStandalone,
  noNetwork,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  clearPage,
} from '#web/testing/render-standalone.tsx'
import { findControl, fill, expectFieldError, fieldNamed, submit, fieldValue } from '#web/testing/fields.ts'
import { act, useState } from 'react'
import { LogInDialog, type LogInDialogProps } from './LogInDialog.tsx'
import { saveAppleRedirect } from './apple-redirect.ts'
import { startSession } from './session.mutations.ts'
import { LandingTips, tipsOf } from './components/Tip.tsx'

renderStandalone('session', 'entry', 'tips', 'factor', 'outbox', 'community')

const open = { register: true, enterAsGuest: true, signInWithApple: false }
const tilleuls = {
  _id: 'tilleuls',
  name: 'Les Tilleuls',
  logoUri: '/logo.webp',
  communitytype: 'Neighborhood',
  needRegisterKey: false,
  abilities: open,
} as const
const gare = { ...tilleuls, _id: 'gare', name: 'Quartier de la Gare', needRegisterKey: true }
const inviteOnly = {
  ...tilleuls,
  communitytype: 'Camping',
  abilities: { ...open, register: false, enterAsGuest: false },
} as const
const privateGare = { ...gare, abilities: { ...open, register: false, enterAsGuest: false } }

const createUser = (more: Partial<SessionUser> = {}) =>
  ({
    _id: 'me',
    role: 'neighbor',
    communityId: 'tilleuls',
    customUri: 'les-tilleuls',
    strategy: 'local',
    memberships: [{ communityId: 'tilleuls', userId: 'me', name: 'Les Tilleuls' }],
    ...more,
  }) as SessionUser

const onEntered = vi.fn()
const handlers = { popup: vi.fn(), link: vi.fn(), stay: vi.fn(), apple: vi.fn() }
beforeEach(() => {
  // happy-dom has no visual viewport.
  vi.stubGlobal('visualViewport', null)
  localStorage.clear()
  sessionStorage.clear()
  vi.clearAllMocks()
})
const TestDialog = (more: Partial<LogInDialogProps>) => (
  <LogInDialog
    community={tilleuls}
    session={null}
    token={null}
    linkKey={null}
    registers={false}
    popup={null}
    apple={null}
    next={undefined}
    onClose={() => {}}
    onStay={handlers.stay}
    onLinkDone={handlers.link}
    onPopupRead={handlers.popup}
    onAppleRead={handlers.apple}
    onEntered={onEntered}
    {...more}
  />
)
const renderDialog = (more: Partial<LogInDialogProps> = {}) => render(<TestDialog {...more} />)
const tapByName = (name: string) => act(async () => findControl(name)!.click())
const accept = () => act(async () => fieldNamed('terms')!.click())
const waitForLogIn = async () => {
  await waitUntil(() => onEntered.mock.calls.length > 0)
  expect(onEntered).toHaveBeenCalledTimes(1)
}

test('visitors redirected from a member screen see that it needs a log-in, unless another message is shown', async () => {
  const isShown = () => document.body.textContent.includes('Please, login to perform this action!')
  await render(<TestDialog next="/les-tilleuls/actualites" />)
  expect(isShown()).toBe(true)
  for (const more of [
    {},
    { next: '/x', session: createUser({ role: 'guest' }) },
    { next: '/x', ended: 'staff' },
  ] as const) {
    await clearPage()
    await render(<TestDialog {...more} />)
    expect(isShown()).toBe(false)
  }
})

test('signed-out users see what was removed unsent with the session, until the next log-in', async () => {
  await loadTexts('outbox')
  store('unsentremoved', { counts: { post: 1 } })
  const isShown = () => document.body.textContent.includes('Not sent, and removed from this device')
  await render(<TestDialog ended="password" />)
  await waitUntil(isShown)
  expect(isShown()).toBe(true)
  await clearPage()
  await render(<TestDialog session={createUser({ role: 'guest' })} />)
  expect(isShown()).toBe(false)
  startSession(new QueryClient(), createUser())
  expect(localStorage.getItem('unsentremoved')).toBeNull()
})

describe('the log-in', () => {
  const send = async (login: string, password: string) => {
    await fill('username', login)
    await fill('password', password)
    await submit()
  }

  test('shows a missing value at its field, which takes the focus, and sends nothing', async () => {
    await renderDialog()
    await submit()
    await expectFieldError('username', t('errors.missingemailorpseudo'))
    await fill('username', 'neighbor@demo.example')
    await submit()
    await expectFieldError('password', t('errors.missingpassword'))
    expect(fieldNamed('username')!.getAttribute('aria-invalid')).toBeNull()
    expect(calls).toEqual([])
  })

  test('shows a wrong password above the form, and later the rate limit error in its place', async () => {
    await renderDialog()
    stub(logIn, () => refusal('baduserpassword'))
    await send('elodie@test.example', 'wrong')
    await expectText(t('errors.baduserpassword'))
    stub(logIn, () => Response.json({ error: { key: 'toomanyrequests', params: { seconds: 1800 } } }, { status: 429 }))
    await submit()
    await expectText('Try again in 30\u00a0minutes.')
    expect(document.body.textContent).not.toContain(t('errors.baduserpassword'))
    stub(logIn, createUser())
    await submit()
    await waitForLogIn()
    expect(bodies.at(-1)).toEqual({ email: 'elodie@test.example', password: 'wrong', communityId: 'tilleuls' })
    expect(localStorage.getItem('emailOrPseudo')).toBe('"elodie@test.example"')
  })

  test('leads unknown users and members of other communities to the registration with their e-mail filled in', async () => {
    for (const key of ['unknown', 'unauthorized'] as const) {
      await renderDialog()
      stub(logIn, () => refusal(key))
      await send('nobody@test.example', 'whatever1')
      await expectText(t(`errors.${key}`))
      expect(fieldValue('email')).toBe('nobody@test.example')
      await clearPage()
    }
  })

  test('of an invite-only community says how accounts are created, and never suggests to register', async () => {
    await renderDialog({ community: inviteOnly })
    await expectText('Your account comes with your stay')
    expect(findControl(t('entry.register.tab'))).toBeUndefined()
    for (const key of ['unknown', 'unauthorized'] as const) {
      stub(logIn, () => refusal(key))
      await send('nobody@test.example', 'whatever1')
      await expectText(t(`entry.login.${key}`))
      expect(document.body.textContent).not.toContain(t(`errors.${key}`))
    }
  })

  test.each(['popup2', 'popup4'] as const)(
    'tells users that their e-mail or account is not confirmed yet, and shows the form again: %s',
    async popup => {
      await renderDialog()
      stub(logIn, () => refusal(popup))
      await send('early@test.example', 'parvis-demo')
      await expectText(t(`entry.sent.${popup}.title`))
      await press(t('entry.sent.read'))
      expect(fieldValue('username')).toBe('early@test.example')
      expect(handlers.popup).toHaveBeenCalledWith(popup)
    },
  )

  test('starts empty when the stored name is malformed', async () => {
    localStorage.setItem('emailOrPseudo', '7')
    await renderDialog()
    expect(fieldValue('username')).toBe('')
  })

  test('says that the previous session ended because of a failed switch', async () => {
    await renderDialog({ ended: 'noswitch' })
    await expectText(t('entry.ended.noswitch'))
  })

  test('hides the picture while the on-screen keyboard is open', async () => {
    const height = innerHeight
    await renderDialog()
    await waitUntil(() => document.querySelector('dialog img') !== null)
    expect(document.querySelectorAll('dialog img')).toHaveLength(1)
    const resize = (to: number) =>
      act(async () => {
        Object.assign(globalThis, { innerHeight: to })
        dispatchEvent(new Event('resize'))
      })
    await resize(height / 2)
    expect(document.querySelectorAll('dialog img')).toHaveLength(0)
    expect(document.querySelector('h2')!.textContent).toContain('Les Tilleuls')
    await resize(height)
    expect(document.querySelectorAll('dialog img')).toHaveLength(1)
  })
})

describe('registering', () => {
  test('requires the terms, shows errors at their field, and says where the mail went', async () => {
    await renderDialog({ registers: true })
    expect(findControl(t('entry.register'))!.hasAttribute('disabled')).toBe(true)
    await accept()
    await press(t('entry.register'))
    await expectFieldError('email', t('errors.missingemail'))
    await fill('email', 'camille')
    await press(t('entry.register'))
    await expectFieldError('email', t('errors.invalidemail'))
    expect(calls).toEqual([])
    for (const key of ['alreadyregistereduser', 'alreadyregistereduserothercommunity'] as const) {
      stub(register, () => refusal(key, 'email'))
      await fill('email', `${key}@test.example`)
      await press(t('entry.register'))
      await expectFieldError('email', t(`errors.${key}`))
    }
    stub(register, { popup: 'popup2' })
    await press(t('entry.register'))
    await expectText(t('entry.sent.popup2.title'))
    await expectText('alreadyregistereduserothercommunity@test.example')
    await press(t('entry.sent.again'))
    await expectText(t('entry.sent.again.done'))
    await press(t('entry.sent.read'))
    expect(fieldValue('username')).toBe('alreadyregistereduserothercommunity@test.example')
  })

  test('opens the terms in a new tab, so that typed values are kept', async () => {
    await renderDialog({ registers: true })
    const terms = findControl(t('entry.terms')) as HTMLAnchorElement
    expect([terms.getAttribute('href'), terms.target]).toEqual(['/conditions-generales-utilisation', '_blank'])
  })

  test('asks for the registration key where one is needed: missing, wrong, right', async () => {
    await renderDialog({ community: gare, registers: true })
    await accept()
    await fill('email', 'key@test.example')
    await expectText(t('entry.key.hint'))
    await press(t('entry.register'))
    await expectFieldError('registerkey', t('errors.missingkey'))
    expect(calls).toEqual([])
    stub(register, () => refusal('badneighborhoodkey', 'registerkey'))
    await fill('registerkey', 'NOT-THE-KEY')
    await press(t('entry.register'))
    await expectFieldError('registerkey', t('errors.badneighborhoodkey'))
    stub(register, { popup: 'popup2' })
    await fill('registerkey', ' gare demo 2026')
    await press(t('entry.register'))
    await expectText(t('entry.sent.popup2.title'))
    expect(bodies.at(-1)).toMatchObject({ email: 'key@test.example', registerkey: 'gare demo 2026' })
  })

  test('in a private community needs a link with the registration key, and asks for the key if it is outdated', async () => {
    await renderDialog({ community: privateGare, registers: true })
    await waitUntil(() => fieldNamed('username') !== null)
    expect([findControl(t('entry.register.tab')), findControl(t('entry.register'))]).toEqual([undefined, undefined])
    await clearPage()

    await renderDialog({ community: privateGare, registers: true, linkKey: '007' })
    expect([fieldNamed('registerkey'), findControl(t('entry.guest'))]).toEqual([null, undefined])
    await fill('email', 'old-key@test.example')
    await accept()
    stub(register, () => refusal('badneighborhoodkey', 'registerkey'))
    await press(t('entry.register'))
    await expectFieldError('registerkey', t('errors.badneighborhoodkey'), { focused: false })
    expect(bodies.at(-1)).toMatchObject({ registerkey: '007' })
    stub(register, { popup: 'popup2' })
    await fill('registerkey', 'GARE-DEMO-2026')
    await press(t('entry.register'))
    await expectText(t('entry.sent.popup2.title'))
    expect(bodies.at(-1)).toMatchObject({ registerkey: 'GARE-DEMO-2026' })
  })

  test('shows one tip after the other, and none after the last', async () => {
    await renderDialog({ registers: true })
    const on = () => document.querySelector('[role=note][data-on]')?.textContent ?? ''
    expect(on()).toContain(t('tips.email'))
    expect(document.querySelectorAll('[role=note]')).toHaveLength(2)
    await press(t('tips.next'))
    expect(on()).toContain(t('tips.guest'))
    expect(document.activeElement?.textContent).toBe(t('tips.done'))
    await press(t('tips.done'))
    expect(localStorage.getItem('hideTooltips')).toBe('true')
    expect(document.querySelector('[role=note]')).toBeNull()
    await clearPage()
    await renderDialog({ registers: true })
    expect(document.querySelector('[role=note]')).toBeNull()
  })

  test('shows the same tips on the landing page, one at a time, until they are dismissed', async () => {
    const notes = () => [...document.querySelectorAll('[role=note]')].map(note => note.textContent)
    await render(<LandingTips names={tipsOf({ apple: true, guests: true })} />)
    expect(notes()).toEqual([expect.stringContaining(t('tips.email'))])
    await press(t('tips.next'))
    expect(notes()).toEqual([expect.stringContaining(t('tips.apple'))])
    await press(t('tips.next'))
    expect(notes()).toEqual([expect.stringContaining(t('tips.guest'))])
    await press(t('tips.done'))
    expect(notes()).toEqual([])
    await clearPage()
    await render(<LandingTips names={tipsOf({ apple: true, guests: true })} />)
    await renderDialog({ registers: true })
    expect(notes()).toEqual([])
  })

  test('hides all tips when one is closed', async () => {
    await renderDialog({ registers: true })
    await tapByName(t('tips.hide'))
    expect(document.querySelector('[role=note]')).toBeNull()
    expect(localStorage.getItem('hideTooltips')).toBe('true')
  })
})

describe('a guest', () => {
  test('cannot enter where guests are not allowed', async () => {
    await renderDialog({ community: { ...tilleuls, abilities: { ...open, enterAsGuest: false } }, registers: true })
    await waitUntil(() => fieldNamed('email') !== null)
    expect(findControl(t('entry.guest'))).toBeUndefined()
  })

  test('must give the registration key where there is one', async () => {
    await renderDialog({ community: gare, registers: true })
    await press(t('entry.guest'))
    await expectFieldError('registerkey', t('errors.missingkey'))
    expect(calls).toEqual([])
    stub(logInAsGuest, () => refusal('unknown'))
    stub(signUpAsGuest, () => refusal('badneighborhoodkey', 'registerkey'))
    await fill('registerkey', 'NOT-THE-KEY')
    await press(t('entry.guest'))
    await expectFieldError('registerkey', t('errors.badneighborhoodkey'))
    stub(signUpAsGuest, createUser({ role: 'guest' }))
    await fill('registerkey', 'GARE-DEMO-2026')
    await press(t('entry.guest'))
    await waitForLogIn()
  })

  test('of another community must give the registration key first, and confirms the switch only once', async () => {
    await renderDialog({ community: gare, registers: true, session: createUser({ role: 'guest' }) })
    await expectText(t('entry.elsewhere.guest', { from: 'Les Tilleuls', to: 'Quartier de la Gare' }))
    const question = () => document.querySelector('[role=alertdialog]')
    await press(t('entry.guest'))
    await expectFieldError('registerkey', t('errors.missingkey'))
    expect(question()).toBeNull()
    stub(logInAsGuest, () => refusal('unknown'))
    stub(signUpAsGuest, () => refusal('badneighborhoodkey', 'registerkey'))
    await fill('registerkey', 'NOT-THE-KEY')
    await press(t('entry.guest'))
    await press(t('entry.leave.go'))
    await expectFieldError('registerkey', t('errors.badneighborhoodkey'))
    stub(signUpAsGuest, createUser({ role: 'guest', communityId: 'gare' }))
    await fill('registerkey', 'GARE-DEMO-2026')
    await press(t('entry.guest'))
    expect(question()).toBeNull()
    await waitForLogIn()
  })

  test('who was a guest of the community before enters without the key', async () => {
    localStorage.setItem('installationid', '"a-device"')
    localStorage.setItem('guestof', '["gare"]')
    await renderDialog({ community: gare, registers: true })
    stub(logInAsGuest, createUser({ role: 'guest', communityId: 'gare' }))
    await press(t('entry.guest'))
    await waitForLogIn()
  })
})

describe('a user who is signed in to another community', () => {
  test('sees the name of that community, with a link back', async () => {
    await renderDialog({ community: gare, session: createUser() })
    await expectText(t('entry.elsewhere.here', { from: 'Les Tilleuls', to: 'Quartier de la Gare' }))
    await press(t('entry.elsewhere.back', { from: 'Les Tilleuls' }))
    expect(handlers.stay).toHaveBeenCalledWith('les-tilleuls')
  })

  test('who joins is not told of a password, because none is needed', async () => {
    stub(register, { popup: 'popup1' })
    await renderDialog({
      community: { ...tilleuls, _id: 'gare', name: 'Gare' },
      session: createUser(),
      registers: true,
    })
    await fill('email', 'elodie@test.example')
    await accept()
    await press(t('entry.register'))
    await expectText(t('entry.sent.joined.to', { email: 'elodie@test.example', to: 'Gare' }))
  })

  test('confirms the switch first; cancelling keeps what was typed and sends nothing', async () => {
    await renderDialog({ community: gare, session: createUser() })
    await fill('username', 'writer@test.example')
    await fill('password', 'parvis-demo')
    await submit()
    await expectText(t('entry.leave.title', { from: 'Les Tilleuls' }))
    await expectText(t('entry.leave.member', { from: 'Les Tilleuls', to: 'Quartier de la Gare' }))
    await press(t('entry.leave.stay'))
    expect(document.querySelector('[role=alertdialog]')).toBeNull()
    expect([fieldValue('username'), fieldValue('password')]).toEqual(['writer@test.example', 'parvis-demo'])
    expect(calls).toEqual([])
    stub(logIn, createUser({ communityId: 'gare' }))
    await submit()
    await press(t('entry.leave.go'))
    await waitForLogIn()
  })
})

describe('a forgotten password', () => {
  test('asks for the e-mail, shows at its field that it is unknown, and says where the mail went', async () => {
    await renderDialog()
    await press(t('entry.forgotten'))
    await waitUntil(() => document.activeElement === fieldNamed('email'))
    expect(document.activeElement).toBe(fieldNamed('email'))
    stub(forgetPassword, () => refusal('unknownemail', 'email'))
    await fill('email', 'nobody@test.example')
    await press(t('entry.forgotten.send'))
    await expectFieldError('email', t('errors.unknownemail'))
    stub(forgetPassword, { popup: 'popup3' })
    await press(t('entry.forgotten.send'))
    await expectText(t('entry.sent.popup3.title'))
  })
})

describe('an e-mail stored in this browser', () => {
  beforeEach(() => localStorage.setItem('emailOrPseudo', '"elodie@elsewhere.example"'))

  test('is not filled in when the new password is requested for a nickname', async () => {
    await renderDialog()
    await fill('username', 'Camille.R')
    await press(t('entry.forgotten'))
    await waitUntil(() => fieldNamed('email') !== null)
    expect(fieldValue('email')).toBe('')
  })

  test('is replaced by the typed one when an unknown user is led to register', async () => {
    stub(logIn, () => refusal('unknown', 'email'))
    await renderDialog({ registers: true })
    expect(fieldValue('email')).toBe('elodie@elsewhere.example')
    await press(t('entry.login.title'))
    await fill('username', 'new@test.example')
    await fill('password', 'parvis-demo')
    await submit()
    await waitUntil(() => fieldNamed('terms') !== null)
    expect(fieldValue('email')).toBe('new@test.example')
  })
})

describe('a log-in link', () => {
  test('that has expired does not block users who are logged in already', async () => {
    stub(logInByLink, () => refusal('tokenexpired'))
    await renderDialog({ session: createUser(), token: 'a-token' })
    expect(findControl(t('entry.link.password'))).toBeUndefined()
    await press(t('entry.go'))
    await expectText(t('entry.link.over'))
    expect([findControl(t('entry.link.register')), findControl(t('entry.link.forgotten'))]).toEqual([
      undefined,
      undefined,
    ])
    await press(t('entry.link.stay', { name: 'Les Tilleuls' }))
    expect(handlers.stay).toHaveBeenCalledWith('les-tilleuls')
    await clearPage()
    // A guest has no account yet.
    await renderDialog({ session: createUser({ role: 'guest' }), token: 'a-token' })
    await press(t('entry.go'))
    await expectText(t('errors.tokenexpired'))
    expect(findControl(t('entry.link.register'))).toBeDefined()
  })

  test('that is opened while the dialog shows a message replaces that message', async () => {
    const Opened = () => {
      const [token, setToken] = useState<string | null>(null)
      return (
        <>
          <button type="button" onClick={() => setToken('a-token')}>
            the link
          </button>
          <TestDialog token={token} />
        </>
      )
    }
    stub(forgetPassword, { popup: 'popup3' })
    stub(logInByLink, createUser())
    await render(<Opened />)
    await press(t('entry.forgotten'))
    await fill('email', 'elodie@test.example')
    await press(t('entry.forgotten.send'))
    await expectText(t('entry.sent.popup3.title'))
    await press('the link')
    await press(t('entry.go'))
    await waitForLogIn()
    expect(bodies.at(-1)).toMatchObject({ token: 'a-token' })
  })

  test('that has expired is explained, and leads to the registration or to a new password', async () => {
    stub(logInByLink, () => refusal('tokenexpired'))
    await renderDialog({ token: 'a-token' })
    expect(calls).toEqual([])
    await press(t('entry.go'))
    await expectText(t('errors.tokenexpired'))
    await press(t('entry.link.register'))
    await waitUntil(() => fieldNamed('terms') !== null)
    expect(handlers.link).toHaveBeenCalled()
    await clearPage()
    await renderDialog({ token: 'a-token' })
    await press(t('entry.go'))
    await expectText(t('errors.tokenexpired'))
    await press(t('entry.link.forgotten'))
    await waitUntil(() => document.activeElement === fieldNamed('email'))
    expect(findControl(t('entry.forgotten.send'))).toBeDefined()
  })

  test('from a letter is replaced by a code: too short, wrong, right', async () => {
    await renderDialog()
    await press(t('entry.code'))
    await waitUntil(() => document.activeElement === fieldNamed('code'))
    expect(document.activeElement).toBe(fieldNamed('code'))
    await fill('code', 'abcd efgh')
    await press(t('entry.go'))
    await expectFieldError('code', t('entry.code.short'))
    expect(calls).toEqual([])
    stub(logInByLink, () => refusal('tokenexpired'))
    await fill('code', 'abcd-efgh-ijkl')
    expect(fieldValue('code')).toBe('ABCD EFGH IJKL')
    await press(t('entry.go'))
    await expectFieldError('code', t('entry.code.wrong'))
    stub(logInByLink, createUser())
    await press(t('entry.go'))
    await waitForLogIn()
    expect(bodies.at(-1)).toMatchObject({ token: 'ABCDEFGHIJKL' })
  })
})

describe('a second factor', () => {
  test('is requested after the password: missing, wrong, or a recovery code', async () => {
    await renderDialog()
    stub(logIn, ({ body }) => {
      const { code } = body as { code?: string }
      if (!code) return refusal('codemissing', 'code')
      return code === 'bbbb-cccc-dddd' ? createUser() : refusal('badcode', 'code')
    })
    await fill('username', 'team@test.example')
    await fill('password', 'parvis-demo')
    await submit()
    await waitUntil(() => document.activeElement === fieldNamed('code'))
    expect(document.activeElement).toBe(fieldNamed('code'))
    expect([fieldNamed('code')!.getAttribute('inputmode'), fieldNamed('code')!.getAttribute('autocomplete')]).toEqual([
      'numeric',
      'one-time-code',
    ])
    await press(t('factor.go'))
    await expectFieldError('code', t('errors.codemissing'))
    await fill('code', '000000')
    await press(t('factor.go'))
    await expectFieldError('code', t('errors.badcode'))
    await press(t('factor.userecovery'))
    expect(document.activeElement).toBe(fieldNamed('code'))
    await fill('code', 'AAAA-AAAA-AAAA')
    await press(t('factor.go'))
    await expectFieldError('code', t('factor.wrongrecovery'))
    await fill('code', 'bbbb-cccc-dddd')
    await press(t('factor.go'))
    await waitForLogIn()
  })
})

describe('the log-in with Apple', () => {
  const withApple = { ...tilleuls, abilities: { ...open, signInWithApple: true } }
  const gareWithApple = { ...gare, abilities: { ...open, signInWithApple: true } }

  test('shows that the sign-in was cancelled or failed', async () => {
    await renderDialog({ community: withApple, apple: 'cancelled' })
    await expectText(t('entry.apple.cancelled'))
    expect(handlers.apple).toHaveBeenCalled()
    await clearPage()
    await renderDialog({ community: withApple, apple: 'failed' })
    await expectText(t('errors.appleerror'))
    expect(findControl(t('entry.apple'))).toBeDefined()
  })

  test('logs in returning users, and registers unknown ones without another redirect', async () => {
    stub(logInWithApple, () => refusal('unknown'))
    stub(signUpWithApple, createUser())
    await renderDialog({ community: withApple, apple: 'back' })
    await expectText(t('errors.unknown'))
    await accept()
    await press(t('entry.apple.register'))
    await waitForLogIn()
    expect(calls.filter(call => call.includes('/apple/start'))).toEqual([])
    expect(calls).toHaveLength(2)
  })

  test('requests the registration key before the redirect, and corrects a wrong one without another redirect', async () => {
    await renderDialog({ community: gareWithApple, registers: true })
    await accept()
    await press(t('entry.apple.register'))
    await expectFieldError('registerkey', t('errors.missingkey'))
    expect(calls).toEqual([])
    await clearPage()

    saveAppleRedirect('gare', { registers: true, registerkey: 'GARE-2025' })
    stub(signUpWithApple, () => refusal('badneighborhoodkey', 'registerkey'))
    await renderDialog({ community: gareWithApple, apple: 'back' })
    await expectFieldError('registerkey', t('errors.badneighborhoodkey'), { focused: false })
    expect(fieldValue('registerkey')).toBe('GARE-2025')
    expect(sessionStorage.getItem('appletrip')).toBeNull()
    stub(signUpWithApple, createUser({ communityId: 'gare' }))
    await fill('registerkey', 'gare demo 2026')
    await press(t('entry.apple.register'))
    await waitForLogIn()
  })

  test('shows a network error, and can be repeated', async () => {
    stub(startWithApple, noNetwork)
    await renderDialog({ community: withApple })
    await press(t('entry.apple'))
    await expectText(t('errors.networkerror'))
    expect(findControl(t('entry.apple'))!.getAttribute('aria-busy')).not.toBe('true')
  })

  test('has a tip among the others', async () => {
    await renderDialog({ community: withApple, registers: true })
    expect(document.querySelectorAll('[role=note]')).toHaveLength(3)
    await press(t('tips.next'))
    expect(document.querySelector('[role=note][data-on]')!.textContent).toContain(t('tips.apple'))
  })
})
