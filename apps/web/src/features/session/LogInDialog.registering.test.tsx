import { logIn, logInAsGuest, register, signUpAsGuest } from '@parvis/contract/entry.ts'
import { describe, expect, test } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
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
import { LandingTips, tipsOf } from './components/Tip.tsx'
import {
  acceptTerms,
  createUser,
  gare,
  handlers,
  openAbilities,
  renderDialog,
  setUpLogInDialog,
  tilleuls,
  waitForLogIn,
} from './testing/log-in-dialog.tsx'

setUpLogInDialog()

const privateGare = { ...gare, abilities: { ...openAbilities, register: false, enterAsGuest: false } }
const tapByName = (name: string) => act(async () => findControl(name)!.click())

describe('registering', () => {
  test('requires consent to the terms, shows errors at their field, and names the address to which the mail was sent', async () => {
    await renderDialog({ opensRegistration: true })
    expect(findControl(t('entry.register'))!.hasAttribute('disabled')).toBe(true)
    await acceptTerms()
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

  test('opens the terms in a new tab, so that typed values are preserved', async () => {
    await renderDialog({ opensRegistration: true })
    const terms = findControl(t('entry.terms')) as HTMLAnchorElement
    expect([terms.getAttribute('href'), terms.target]).toEqual(['/conditions-generales-utilisation', '_blank'])
  })

  test('requires the registration key of the community: its field shows that the key is missing or wrong', async () => {
    await renderDialog({ community: gare, opensRegistration: true })
    await acceptTerms()
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

  test('in a private community needs a link with the registration key, and asks for the key if that of the link is outdated', async () => {
    await renderDialog({ community: privateGare, opensRegistration: true })
    await waitUntil(() => fieldNamed('username') !== null)
    expect([findControl(t('entry.register.tab')), findControl(t('entry.register'))]).toEqual([undefined, undefined])
    await clearPage()

    await renderDialog({ community: privateGare, opensRegistration: true, linkKey: '007' })
    expect([fieldNamed('registerkey'), findControl(t('entry.guest'))]).toEqual([null, undefined])
    await fill('email', 'old-key@test.example')
    await acceptTerms()
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
    await renderDialog({ opensRegistration: true })
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
    await renderDialog({ opensRegistration: true })
    expect(document.querySelector('[role=note]')).toBeNull()
  })

  test('shows the same tips on the landing page, one at a time, until they are dismissed', async () => {
    const notes = () => [...document.querySelectorAll('[role=note]')].map(note => note.textContent)
    await render(<LandingTips names={tipsOf({ apple: true, allowsGuests: true })} />)
    expect(notes()).toEqual([expect.stringContaining(t('tips.email'))])
    await press(t('tips.next'))
    expect(notes()).toEqual([expect.stringContaining(t('tips.apple'))])
    await press(t('tips.next'))
    expect(notes()).toEqual([expect.stringContaining(t('tips.guest'))])
    await press(t('tips.done'))
    expect(notes()).toEqual([])
    await clearPage()
    await render(<LandingTips names={tipsOf({ apple: true, allowsGuests: true })} />)
    await renderDialog({ opensRegistration: true })
    expect(notes()).toEqual([])
  })

  test('hides all tips when one is closed', async () => {
    await renderDialog({ opensRegistration: true })
    await tapByName(t('tips.hide'))
    expect(document.querySelector('[role=note]')).toBeNull()
    expect(localStorage.getItem('hideTooltips')).toBe('true')
  })
})

describe('a guest', () => {
  test('cannot enter where guests are not allowed', async () => {
    await renderDialog({
      community: { ...tilleuls, abilities: { ...openAbilities, enterAsGuest: false } },
      opensRegistration: true,
    })
    await waitUntil(() => fieldNamed('email') !== null)
    expect(findControl(t('entry.guest'))).toBeUndefined()
  })

  test('must give the registration key if the community has one', async () => {
    await renderDialog({ community: gare, opensRegistration: true })
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
    await renderDialog({ community: gare, opensRegistration: true, session: createUser({ role: 'guest' }) })
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
    await renderDialog({ community: gare, opensRegistration: true })
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

  test('who registers sees that they have joined, without any mention of a password', async () => {
    stub(register, { popup: 'popup1' })
    await renderDialog({
      community: { ...tilleuls, _id: 'gare', name: 'Gare' },
      session: createUser(),
      opensRegistration: true,
    })
    await fill('email', 'elodie@test.example')
    await acceptTerms()
    await press(t('entry.register'))
    await expectText(t('entry.sent.joined.to', { email: 'elodie@test.example', to: 'Gare' }))
  })

  test('must confirm the switch first; cancelling preserves the typed values and sends nothing', async () => {
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
