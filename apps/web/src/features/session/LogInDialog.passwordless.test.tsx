import { startWithApple, logInWithApple, signUpWithApple } from '@parvis/contract/entry-apple.ts'
import { forgetPassword, logInByLink } from '@parvis/contract/entry.ts'
import { describe, expect, test } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import {
  bodies,
  calls,
  render,
  noNetwork,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  clearPage,
} from '#web/testing/render-standalone.tsx'
import { findControl, fill, expectFieldError, fieldNamed, fieldValue } from '#web/testing/fields.ts'
import { useState } from 'react'
import { saveAppleRedirect } from './apple-redirect.ts'
import {
  acceptTerms,
  createUser,
  gare,
  handlers,
  openAbilities,
  renderDialog,
  setUpLogInDialog,
  TestDialog,
  tilleuls,
  waitForLogIn,
} from './testing/log-in-dialog.tsx'

setUpLogInDialog()

describe('a log-in link', () => {
  test('that has expired lets users who are logged in return to their community', async () => {
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

  test('in a printed letter can be replaced by the code in the letter; the field shows that a code is too short or wrong', async () => {
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

describe('the log-in with Apple', () => {
  const withApple = { ...tilleuls, abilities: { ...openAbilities, signInWithApple: true } }
  const gareWithApple = { ...gare, abilities: { ...openAbilities, signInWithApple: true } }

  test('shows that the sign-in was cancelled or failed', async () => {
    await renderDialog({ community: withApple, appleOutcome: 'cancelled' })
    await expectText(t('entry.apple.cancelled'))
    expect(handlers.apple).toHaveBeenCalled()
    await clearPage()
    await renderDialog({ community: withApple, appleOutcome: 'failed' })
    await expectText(t('errors.appleerror'))
    expect(findControl(t('entry.apple'))).toBeDefined()
  })

  test('registers a user who is unknown to the server without another redirect', async () => {
    stub(logInWithApple, () => refusal('unknown'))
    stub(signUpWithApple, createUser())
    await renderDialog({ community: withApple, appleOutcome: 'back' })
    await expectText(t('errors.unknown'))
    await acceptTerms()
    await press(t('entry.apple.register'))
    await waitForLogIn()
    expect(calls.filter(call => call.includes('/apple/start'))).toEqual([])
    expect(calls).toHaveLength(2)
  })

  test('requests the registration key before the redirect, and a wrong key can be corrected without another redirect', async () => {
    await renderDialog({ community: gareWithApple, opensRegistration: true })
    await acceptTerms()
    await press(t('entry.apple.register'))
    await expectFieldError('registerkey', t('errors.missingkey'))
    expect(calls).toEqual([])
    await clearPage()

    saveAppleRedirect('gare', { registers: true, registerkey: 'GARE-2025' })
    stub(signUpWithApple, () => refusal('badneighborhoodkey', 'registerkey'))
    await renderDialog({ community: gareWithApple, appleOutcome: 'back' })
    await expectFieldError('registerkey', t('errors.badneighborhoodkey'), { focused: false })
    expect(fieldValue('registerkey')).toBe('GARE-2025')
    expect(sessionStorage.getItem('appletrip')).toBeNull()
    stub(signUpWithApple, createUser({ communityId: 'gare' }))
    await fill('registerkey', 'gare demo 2026')
    await press(t('entry.apple.register'))
    await waitForLogIn()
  })

  test('shows a network error, and its button is no longer busy', async () => {
    stub(startWithApple, noNetwork)
    await renderDialog({ community: withApple })
    await press(t('entry.apple'))
    await expectText(t('errors.networkerror'))
    expect(findControl(t('entry.apple'))!.getAttribute('aria-busy')).not.toBe('true')
  })

  test('adds one tip to the tips of the registration form', async () => {
    await renderDialog({ community: withApple, opensRegistration: true })
    expect(document.querySelectorAll('[role=note]')).toHaveLength(3)
    await press(t('tips.next'))
    expect(document.querySelector('[role=note][data-on]')!.textContent).toContain(t('tips.apple'))
  })
})
