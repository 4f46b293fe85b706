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
  draw,
  drawAlone,
  noNetwork,
  press,
  refusal,
  shows,
  stub,
  until,
  wipe,
} from '#web/testing/draw-alone.tsx'
import { called, fill, isWrong, line, submit, valueOf } from '#web/testing/fields.ts'
import { act, useState } from 'react'
import { LogInDialog, type LogInDialogProps } from './LogInDialog.tsx'
import { beginTrip } from './apple-trip.ts'
import { goIn } from './session.mutations.ts'
import { LandingTips, tipsOf } from './components/Tip.tsx'

drawAlone('session', 'entry', 'tips', 'factor', 'outbox', 'community')

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
const invited = {
  ...tilleuls,
  communitytype: 'Camping',
  abilities: { ...open, register: false, enterAsGuest: false },
} as const
const privateGare = { ...gare, abilities: { ...open, register: false, enterAsGuest: false } }

const user = (more: Partial<SessionUser> = {}) =>
  ({
    _id: 'me',
    role: 'neighbor',
    communityId: 'tilleuls',
    customUri: 'les-tilleuls',
    strategy: 'local',
    memberships: [{ communityId: 'tilleuls', userId: 'me', name: 'Les Tilleuls' }],
    ...more,
  }) as SessionUser

const entered = vi.fn()
const read = { popup: vi.fn(), link: vi.fn(), stay: vi.fn(), apple: vi.fn() }
beforeEach(() => {
  // happy-dom has no visual viewport.
  vi.stubGlobal('visualViewport', null)
  localStorage.clear()
  sessionStorage.clear()
  vi.clearAllMocks()
})
const Door = (more: Partial<LogInDialogProps>) => (
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
    onStay={read.stay}
    onLinkDone={read.link}
    onPopupRead={read.popup}
    onAppleRead={read.apple}
    onEntered={entered}
    {...more}
  />
)
const drawDoor = (more: Partial<LogInDialogProps> = {}) => draw(<Door {...more} />)
const pressed = (name: string) => act(async () => called(name)!.click())
const accept = () => act(async () => line('terms')!.click())
const isIn = async () => {
  await until(() => entered.mock.calls.length > 0)
  expect(entered).toHaveBeenCalledTimes(1)
}

test('shows visitors that a screen sent here that it needs a log-in, unless another message takes precedence', async () => {
  const told = () => document.body.textContent.includes('Please, login to perform this action!')
  await draw(<Door next="/les-tilleuls/actualites" />)
  expect(told()).toBe(true)
  for (const more of [{}, { next: '/x', session: user({ role: 'guest' }) }, { next: '/x', ended: 'staff' }] as const) {
    await wipe()
    await draw(<Door {...more} />)
    expect(told()).toBe(false)
  }
})

test('tells signed-out users what was removed unsent with the session, until the next log-in', async () => {
  await loadTexts('outbox')
  store('unsentremoved', { counts: { post: 1 } })
  const told = () => document.body.textContent.includes('Not sent, and removed from this device')
  await draw(<Door ended="password" />)
  await until(told)
  expect(told()).toBe(true)
  await wipe()
  await draw(<Door session={user({ role: 'guest' })} />)
  expect(told()).toBe(false)
  goIn(new QueryClient(), user())
  expect(localStorage.getItem('unsentremoved')).toBeNull()
})

describe('the log-in', () => {
  const send = async (login: string, password: string) => {
    await fill('username', login)
    await fill('password', password)
    await submit()
  }

  test('shows a missing value at its field, which takes the focus, and sends nothing', async () => {
    await drawDoor()
    await submit()
    await isWrong('username', t('errors.missingemailorpseudo'))
    await fill('username', 'neighbor@demo.example')
    await submit()
    await isWrong('password', t('errors.missingpassword'))
    expect(line('username')!.getAttribute('aria-invalid')).toBeNull()
    expect(calls).toEqual([])
  })

  test('shows a wrong password above the form, and replaces it with the rate limit', async () => {
    await drawDoor()
    stub(logIn, () => refusal('baduserpassword'))
    await send('elodie@test.example', 'wrong')
    await shows(t('errors.baduserpassword'))
    stub(logIn, () => Response.json({ error: { key: 'toomanyrequests', params: { seconds: 1800 } } }, { status: 429 }))
    await submit()
    await shows('Try again in 30\u00a0minutes.')
    expect(document.body.textContent).not.toContain(t('errors.baduserpassword'))
    stub(logIn, user())
    await submit()
    await isIn()
    expect(bodies.at(-1)).toEqual({ email: 'elodie@test.example', password: 'wrong', communityId: 'tilleuls' })
    expect(localStorage.getItem('emailOrPseudo')).toBe('"elodie@test.example"')
  })

  test('leads unknown users and members of other communities to the registration with their address filled in', async () => {
    for (const key of ['unknown', 'unauthorized'] as const) {
      await drawDoor()
      stub(logIn, () => refusal(key))
      await send('nobody@test.example', 'whatever1')
      await shows(t(`errors.${key}`))
      expect(valueOf('email')).toBe('nobody@test.example')
      await wipe()
    }
  })

  test('of an invite-only community says how accounts are created, and never suggests to register', async () => {
    await drawDoor({ community: invited })
    await shows('Your account comes with your stay')
    expect(called(t('entry.register.tab'))).toBeUndefined()
    for (const key of ['unknown', 'unauthorized'] as const) {
      stub(logIn, () => refusal(key))
      await send('nobody@test.example', 'whatever1')
      await shows(t(`entry.login.${key}`))
      expect(document.body.textContent).not.toContain(t(`errors.${key}`))
    }
  })

  test.each(['popup2', 'popup4'] as const)(
    'tells users whose e-mail or account is not confirmed yet, and shows the form again: %s',
    async popup => {
      await drawDoor()
      stub(logIn, () => refusal(popup))
      await send('early@test.example', 'parvis-demo')
      await shows(t(`entry.sent.${popup}.title`))
      await press(t('entry.sent.read'))
      expect(valueOf('username')).toBe('early@test.example')
      expect(read.popup).toHaveBeenCalledWith(popup)
    },
  )

  test('starts empty when the stored name is malformed', async () => {
    localStorage.setItem('emailOrPseudo', '7')
    await drawDoor()
    expect(valueOf('username')).toBe('')
  })

  test('says why the previous session ended, also after a failed switch', async () => {
    await drawDoor({ ended: 'noswitch' })
    await shows(t('entry.ended.noswitch'))
  })

  test('hides the picture while the on-screen keyboard is open', async () => {
    const height = innerHeight
    await drawDoor()
    await until(() => document.querySelector('dialog img') !== null)
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
    await drawDoor({ registers: true })
    expect(called(t('entry.register'))!.hasAttribute('disabled')).toBe(true)
    await accept()
    await press(t('entry.register'))
    await isWrong('email', t('errors.missingemail'))
    await fill('email', 'camille')
    await press(t('entry.register'))
    await isWrong('email', t('errors.invalidemail'))
    expect(calls).toEqual([])
    for (const key of ['alreadyregistereduser', 'alreadyregistereduserothercommunity'] as const) {
      stub(register, () => refusal(key, 'email'))
      await fill('email', `${key}@test.example`)
      await press(t('entry.register'))
      await isWrong('email', t(`errors.${key}`))
    }
    stub(register, { popup: 'popup2' })
    await press(t('entry.register'))
    await shows(t('entry.sent.popup2.title'))
    await shows('alreadyregistereduserothercommunity@test.example')
    await press(t('entry.sent.again'))
    await shows(t('entry.sent.again.done'))
    await press(t('entry.sent.read'))
    expect(valueOf('username')).toBe('alreadyregistereduserothercommunity@test.example')
  })

  test('opens the terms in a new tab, so that typed values are kept', async () => {
    await drawDoor({ registers: true })
    const terms = called(t('entry.terms')) as HTMLAnchorElement
    expect([terms.getAttribute('href'), terms.target]).toEqual(['/conditions-generales-utilisation', '_blank'])
  })

  test('asks for the registration key where one is needed: missing, wrong, right', async () => {
    await drawDoor({ community: gare, registers: true })
    await accept()
    await fill('email', 'key@test.example')
    await shows(t('entry.key.hint'))
    await press(t('entry.register'))
    await isWrong('registerkey', t('errors.missingkey'))
    expect(calls).toEqual([])
    stub(register, () => refusal('badneighborhoodkey', 'registerkey'))
    await fill('registerkey', 'NOT-THE-KEY')
    await press(t('entry.register'))
    await isWrong('registerkey', t('errors.badneighborhoodkey'))
    stub(register, { popup: 'popup2' })
    await fill('registerkey', ' gare demo 2026')
    await press(t('entry.register'))
    await shows(t('entry.sent.popup2.title'))
    expect(bodies.at(-1)).toMatchObject({ email: 'key@test.example', registerkey: 'gare demo 2026' })
  })

  test('in a private community needs a link with its key, and asks for the key when that is outdated', async () => {
    await drawDoor({ community: privateGare, registers: true })
    await until(() => line('username') !== null)
    expect([called(t('entry.register.tab')), called(t('entry.register'))]).toEqual([undefined, undefined])
    await wipe()

    await drawDoor({ community: privateGare, registers: true, linkKey: '007' })
    expect([line('registerkey'), called(t('entry.guest'))]).toEqual([null, undefined])
    await fill('email', 'old-key@test.example')
    await accept()
    stub(register, () => refusal('badneighborhoodkey', 'registerkey'))
    await press(t('entry.register'))
    await isWrong('registerkey', t('errors.badneighborhoodkey'), { focused: false })
    expect(bodies.at(-1)).toMatchObject({ registerkey: '007' })
    stub(register, { popup: 'popup2' })
    await fill('registerkey', 'GARE-DEMO-2026')
    await press(t('entry.register'))
    await shows(t('entry.sent.popup2.title'))
    expect(bodies.at(-1)).toMatchObject({ registerkey: 'GARE-DEMO-2026' })
  })

  test('shows one tip after the other, and none after the last', async () => {
    await drawDoor({ registers: true })
    const on = () => document.querySelector('[role=note][data-on]')?.textContent ?? ''
    expect(on()).toContain(t('tips.email'))
    expect(document.querySelectorAll('[role=note]')).toHaveLength(2)
    await press(t('tips.next'))
    expect(on()).toContain(t('tips.guest'))
    expect(document.activeElement?.textContent).toBe(t('tips.done'))
    await press(t('tips.done'))
    expect(localStorage.getItem('hideTooltips')).toBe('true')
    expect(document.querySelector('[role=note]')).toBeNull()
    await wipe()
    await drawDoor({ registers: true })
    expect(document.querySelector('[role=note]')).toBeNull()
  })

  test('shows the same tips on the landing page, one at a time, until they are dismissed', async () => {
    const notes = () => [...document.querySelectorAll('[role=note]')].map(note => note.textContent)
    await draw(<LandingTips names={tipsOf({ apple: true, guests: true })} />)
    expect(notes()).toEqual([expect.stringContaining(t('tips.email'))])
    await press(t('tips.next'))
    expect(notes()).toEqual([expect.stringContaining(t('tips.apple'))])
    await press(t('tips.next'))
    expect(notes()).toEqual([expect.stringContaining(t('tips.guest'))])
    await press(t('tips.done'))
    expect(notes()).toEqual([])
    await wipe()
    await draw(<LandingTips names={tipsOf({ apple: true, guests: true })} />)
    await drawDoor({ registers: true })
    expect(notes()).toEqual([])
  })

  test('hides all tips when one is closed', async () => {
    await drawDoor({ registers: true })
    await pressed(t('tips.hide'))
    expect(document.querySelector('[role=note]')).toBeNull()
    expect(localStorage.getItem('hideTooltips')).toBe('true')
  })
})

describe('a guest', () => {
  test('cannot enter where guests are not allowed', async () => {
    await drawDoor({ community: { ...tilleuls, abilities: { ...open, enterAsGuest: false } }, registers: true })
    await until(() => line('email') !== null)
    expect(called(t('entry.guest'))).toBeUndefined()
  })

  test('gives the key where there is one', async () => {
    await drawDoor({ community: gare, registers: true })
    await press(t('entry.guest'))
    await isWrong('registerkey', t('errors.missingkey'))
    expect(calls).toEqual([])
    stub(logInAsGuest, () => refusal('unknown'))
    stub(signUpAsGuest, () => refusal('badneighborhoodkey', 'registerkey'))
    await fill('registerkey', 'NOT-THE-KEY')
    await press(t('entry.guest'))
    await isWrong('registerkey', t('errors.badneighborhoodkey'))
    stub(signUpAsGuest, user({ role: 'guest' }))
    await fill('registerkey', 'GARE-DEMO-2026')
    await press(t('entry.guest'))
    await isIn()
  })

  test('of another community gives the key first, and confirms the switch only once', async () => {
    await drawDoor({ community: gare, registers: true, session: user({ role: 'guest' }) })
    await shows(t('entry.elsewhere.guest', { from: 'Les Tilleuls', to: 'Quartier de la Gare' }))
    const question = () => document.querySelector('[role=alertdialog]')
    await press(t('entry.guest'))
    await isWrong('registerkey', t('errors.missingkey'))
    expect(question()).toBeNull()
    stub(logInAsGuest, () => refusal('unknown'))
    stub(signUpAsGuest, () => refusal('badneighborhoodkey', 'registerkey'))
    await fill('registerkey', 'NOT-THE-KEY')
    await press(t('entry.guest'))
    await press(t('entry.leave.go'))
    await isWrong('registerkey', t('errors.badneighborhoodkey'))
    stub(signUpAsGuest, user({ role: 'guest', communityId: 'gare' }))
    await fill('registerkey', 'GARE-DEMO-2026')
    await press(t('entry.guest'))
    expect(question()).toBeNull()
    await isIn()
  })

  test('who was a guest there before enters without the key', async () => {
    localStorage.setItem('installationid', '"a-device"')
    localStorage.setItem('guestof', '["gare"]')
    await drawDoor({ community: gare, registers: true })
    stub(logInAsGuest, user({ role: 'guest', communityId: 'gare' }))
    await press(t('entry.guest'))
    await isIn()
  })
})

describe('a user who is signed in to another community', () => {
  test('sees which one, with a link back', async () => {
    await drawDoor({ community: gare, session: user() })
    await shows(t('entry.elsewhere.here', { from: 'Les Tilleuls', to: 'Quartier de la Gare' }))
    await press(t('entry.elsewhere.back', { from: 'Les Tilleuls' }))
    expect(read.stay).toHaveBeenCalledWith('les-tilleuls')
  })

  test('who joins is not told of a password, because none is needed', async () => {
    stub(register, { popup: 'popup1' })
    await drawDoor({ community: { ...tilleuls, _id: 'gare', name: 'Gare' }, session: user(), registers: true })
    await fill('email', 'elodie@test.example')
    await accept()
    await press(t('entry.register'))
    await shows(t('entry.sent.joined.to', { email: 'elodie@test.example', to: 'Gare' }))
  })

  test('confirms the switch first; cancelling keeps what was typed and sends nothing', async () => {
    await drawDoor({ community: gare, session: user() })
    await fill('username', 'writer@test.example')
    await fill('password', 'parvis-demo')
    await submit()
    await shows(t('entry.leave.title', { from: 'Les Tilleuls' }))
    await shows(t('entry.leave.member', { from: 'Les Tilleuls', to: 'Quartier de la Gare' }))
    await press(t('entry.leave.stay'))
    expect(document.querySelector('[role=alertdialog]')).toBeNull()
    expect([valueOf('username'), valueOf('password')]).toEqual(['writer@test.example', 'parvis-demo'])
    expect(calls).toEqual([])
    stub(logIn, user({ communityId: 'gare' }))
    await submit()
    await press(t('entry.leave.go'))
    await isIn()
  })
})

describe('a forgotten password', () => {
  test('asks for the e-mail, shows at its field that it is unknown, and says where the mail went', async () => {
    await drawDoor()
    await press(t('entry.forgotten'))
    await until(() => document.activeElement === line('email'))
    expect(document.activeElement).toBe(line('email'))
    stub(forgetPassword, () => refusal('unknownemail', 'email'))
    await fill('email', 'nobody@test.example')
    await press(t('entry.forgotten.send'))
    await isWrong('email', t('errors.unknownemail'))
    stub(forgetPassword, { popup: 'popup3' })
    await press(t('entry.forgotten.send'))
    await shows(t('entry.sent.popup3.title'))
  })
})

describe('an e-mail stored in this browser', () => {
  beforeEach(() => localStorage.setItem('emailOrPseudo', '"elodie@elsewhere.example"'))

  test('is not filled in when the new password is requested for a nickname', async () => {
    await drawDoor()
    await fill('username', 'Camille.R')
    await press(t('entry.forgotten'))
    await until(() => line('email') !== null)
    expect(valueOf('email')).toBe('')
  })

  test('is replaced by the typed one when an unknown user is led to register', async () => {
    stub(logIn, () => refusal('unknown', 'email'))
    await drawDoor({ registers: true })
    expect(valueOf('email')).toBe('elodie@elsewhere.example')
    await press(t('entry.login.title'))
    await fill('username', 'new@test.example')
    await fill('password', 'parvis-demo')
    await submit()
    await until(() => line('terms') !== null)
    expect(valueOf('email')).toBe('new@test.example')
  })
})

describe('a link', () => {
  test('that has expired does not block users who are logged in already', async () => {
    stub(logInByLink, () => refusal('tokenexpired'))
    await drawDoor({ session: user(), token: 'a-token' })
    expect(called(t('entry.link.password'))).toBeUndefined()
    await press(t('entry.go'))
    await shows(t('entry.link.over'))
    expect([called(t('entry.link.register')), called(t('entry.link.forgotten'))]).toEqual([undefined, undefined])
    await press(t('entry.link.stay', { name: 'Les Tilleuls' }))
    expect(read.stay).toHaveBeenCalledWith('les-tilleuls')
    await wipe()
    // A guest has no account yet.
    await drawDoor({ session: user({ role: 'guest' }), token: 'a-token' })
    await press(t('entry.go'))
    await shows(t('errors.tokenexpired'))
    expect(called(t('entry.link.register'))).toBeDefined()
  })

  test('that is opened while the dialog shows another message replaces it', async () => {
    const Opened = () => {
      const [token, setToken] = useState<string | null>(null)
      return (
        <>
          <button type="button" onClick={() => setToken('a-token')}>
            the link
          </button>
          <Door token={token} />
        </>
      )
    }
    stub(forgetPassword, { popup: 'popup3' })
    stub(logInByLink, user())
    await draw(<Opened />)
    await press(t('entry.forgotten'))
    await fill('email', 'elodie@test.example')
    await press(t('entry.forgotten.send'))
    await shows(t('entry.sent.popup3.title'))
    await press('the link')
    await press(t('entry.go'))
    await isIn()
    expect(bodies.at(-1)).toMatchObject({ token: 'a-token' })
  })

  test('that has expired says so, and leads to the registration or to a new password', async () => {
    stub(logInByLink, () => refusal('tokenexpired'))
    await drawDoor({ token: 'a-token' })
    expect(calls).toEqual([])
    await press(t('entry.go'))
    await shows(t('errors.tokenexpired'))
    await press(t('entry.link.register'))
    await until(() => line('terms') !== null)
    expect(read.link).toHaveBeenCalled()
    await wipe()
    await drawDoor({ token: 'a-token' })
    await press(t('entry.go'))
    await shows(t('errors.tokenexpired'))
    await press(t('entry.link.forgotten'))
    await until(() => document.activeElement === line('email'))
    expect(called(t('entry.forgotten.send'))).toBeDefined()
  })

  test('from a letter is a code: too short, wrong, right', async () => {
    await drawDoor()
    await press(t('entry.code'))
    await until(() => document.activeElement === line('code'))
    expect(document.activeElement).toBe(line('code'))
    await fill('code', 'abcd efgh')
    await press(t('entry.go'))
    await isWrong('code', t('entry.code.short'))
    expect(calls).toEqual([])
    stub(logInByLink, () => refusal('tokenexpired'))
    await fill('code', 'abcd-efgh-ijkl')
    expect(valueOf('code')).toBe('ABCD EFGH IJKL')
    await press(t('entry.go'))
    await isWrong('code', t('entry.code.wrong'))
    stub(logInByLink, user())
    await press(t('entry.go'))
    await isIn()
    expect(bodies.at(-1)).toMatchObject({ token: 'ABCDEFGHIJKL' })
  })
})

describe('a second factor', () => {
  test('is requested after the password: missing, wrong, or a recovery code', async () => {
    await drawDoor()
    stub(logIn, ({ body }) => {
      const { code } = body as { code?: string }
      if (!code) return refusal('codemissing', 'code')
      return code === 'bbbb-cccc-dddd' ? user() : refusal('badcode', 'code')
    })
    await fill('username', 'team@test.example')
    await fill('password', 'parvis-demo')
    await submit()
    await until(() => document.activeElement === line('code'))
    expect(document.activeElement).toBe(line('code'))
    expect([line('code')!.getAttribute('inputmode'), line('code')!.getAttribute('autocomplete')]).toEqual([
      'numeric',
      'one-time-code',
    ])
    await press(t('factor.go'))
    await isWrong('code', t('errors.codemissing'))
    await fill('code', '000000')
    await press(t('factor.go'))
    await isWrong('code', t('errors.badcode'))
    await press(t('factor.userecovery'))
    expect(document.activeElement).toBe(line('code'))
    await fill('code', 'AAAA-AAAA-AAAA')
    await press(t('factor.go'))
    await isWrong('code', t('factor.wrongrecovery'))
    await fill('code', 'bbbb-cccc-dddd')
    await press(t('factor.go'))
    await isIn()
  })
})

describe('with Apple', () => {
  const withApple = { ...tilleuls, abilities: { ...open, signInWithApple: true } }
  const gareWithApple = { ...gare, abilities: { ...open, signInWithApple: true } }

  test('shows that the sign-in was cancelled or failed', async () => {
    await drawDoor({ community: withApple, apple: 'cancelled' })
    await shows(t('entry.apple.cancelled'))
    expect(read.apple).toHaveBeenCalled()
    await wipe()
    await drawDoor({ community: withApple, apple: 'failed' })
    await shows(t('errors.appleerror'))
    expect(called(t('entry.apple'))).toBeDefined()
  })

  test('returning users are logged in, and unknown ones register without another redirect', async () => {
    stub(logInWithApple, () => refusal('unknown'))
    stub(signUpWithApple, user())
    await drawDoor({ community: withApple, apple: 'back' })
    await shows(t('errors.unknown'))
    await accept()
    await press(t('entry.apple.register'))
    await isIn()
    expect(calls.filter(call => call.includes('/apple/start'))).toEqual([])
    expect(calls).toHaveLength(2)
  })

  test('the key is requested before the redirect, and a wrong one is corrected without another redirect', async () => {
    await drawDoor({ community: gareWithApple, registers: true })
    await accept()
    await press(t('entry.apple.register'))
    await isWrong('registerkey', t('errors.missingkey'))
    expect(calls).toEqual([])
    await wipe()

    beginTrip('gare', { registers: true, registerkey: 'GARE-2025' })
    stub(signUpWithApple, () => refusal('badneighborhoodkey', 'registerkey'))
    await drawDoor({ community: gareWithApple, apple: 'back' })
    await isWrong('registerkey', t('errors.badneighborhoodkey'), { focused: false })
    expect(valueOf('registerkey')).toBe('GARE-2025')
    expect(sessionStorage.getItem('appletrip')).toBeNull()
    stub(signUpWithApple, user({ communityId: 'gare' }))
    await fill('registerkey', 'gare demo 2026')
    await press(t('entry.apple.register'))
    await isIn()
  })

  test('a network error is shown, and the attempt can be repeated', async () => {
    stub(startWithApple, noNetwork)
    await drawDoor({ community: withApple })
    await press(t('entry.apple'))
    await shows(t('errors.networkerror'))
    expect(called(t('entry.apple'))!.getAttribute('aria-busy')).not.toBe('true')
  })

  test('has a tip among the others', async () => {
    await drawDoor({ community: withApple, registers: true })
    expect(document.querySelectorAll('[role=note]')).toHaveLength(3)
    await press(t('tips.next'))
    expect(document.querySelector('[role=note][data-on]')!.textContent).toContain(t('tips.apple'))
  })
})
