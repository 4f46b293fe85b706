import { forgetPassword, logIn } from '@parvis/contract/entry.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import {
  bodies,
  calls,
  render,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  clearPage,
} from '#web/testing/render-standalone.tsx'
import { findControl, fill, expectFieldError, fieldNamed, submit, fieldValue } from '#web/testing/fields.ts'
import { act } from 'react'
import { startSession } from './session.mutations.ts'
import {
  createUser,
  handlers,
  openAbilities,
  renderDialog,
  setUpLogInDialog,
  TestDialog,
  tilleuls,
  waitForLogIn,
} from './testing/log-in-dialog.tsx'

setUpLogInDialog()

const inviteOnly = {
  ...tilleuls,
  communitytype: 'Camping',
  abilities: { ...openAbilities, register: false, enterAsGuest: false },
} as const

test('visitors redirected from a member screen see that it needs a log-in, unless another message is shown', async () => {
  const isShown = () => document.body.textContent.includes('Please, login to perform this action!')
  await render(<TestDialog next="/les-tilleuls/actualites" />)
  expect(isShown()).toBe(true)
  for (const more of [
    {},
    { next: '/x', session: createUser({ role: 'guest' }) },
    { next: '/x', endReason: 'staff' },
  ] as const) {
    await clearPage()
    await render(<TestDialog {...more} />)
    expect(isShown()).toBe(false)
  }
})

test('signed-out users see which unsent items were removed from the device, until the next log-in', async () => {
  await loadTexts('outbox')
  store('unsentremoved', { counts: { post: 1 } })
  const isShown = () => document.body.textContent.includes('Not sent, and removed from this device')
  await render(<TestDialog endReason="password" />)
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

  test('shows the error of a missing value at its field, focuses the field, and sends nothing', async () => {
    await renderDialog()
    await submit()
    await expectFieldError('username', t('errors.missingemailorpseudo'))
    await fill('username', 'neighbor@demo.example')
    await submit()
    await expectFieldError('password', t('errors.missingpassword'))
    expect(fieldNamed('username')!.getAttribute('aria-invalid')).toBeNull()
    expect(calls).toEqual([])
  })

  test('shows the error of a wrong password above the form, and then the rate limit error instead', async () => {
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
    'shows users that their e-mail or account is not confirmed yet, and then the form again: %s',
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

  test('has an empty user name when the stored one is malformed', async () => {
    localStorage.setItem('emailOrPseudo', '7')
    await renderDialog()
    expect(fieldValue('username')).toBe('')
  })

  test('says that the previous session ended because a switch to another community failed', async () => {
    await renderDialog({ endReason: 'noswitch' })
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

describe('a forgotten password', () => {
  test('asks for the e-mail address, shows at its field that it is unknown, and confirms that a mail was sent', async () => {
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

  test('is replaced by the e-mail typed at the log-in when the registration is shown to an unknown user', async () => {
    stub(logIn, () => refusal('unknown', 'email'))
    await renderDialog({ opensRegistration: true })
    expect(fieldValue('email')).toBe('elodie@elsewhere.example')
    await press(t('entry.login.title'))
    await fill('username', 'new@test.example')
    await fill('password', 'parvis-demo')
    await submit()
    await waitUntil(() => fieldNamed('terms') !== null)
    expect(fieldValue('email')).toBe('new@test.example')
  })
})

describe('a second factor', () => {
  test('is requested after the password; its field shows a missing or wrong code, and accepts a recovery code', async () => {
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
