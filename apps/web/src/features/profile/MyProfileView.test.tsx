import { checkPseudoFree, getProfile, MAX_NAME_LENGTH, type Profile, updateProfile } from '@parvis/contract/profile.ts'
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadTexts, setLanguage, t } from '#web/kernel/text/i18n.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import {
  bodies,
  noNetwork,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  clearPage,
} from '#web/testing/render-standalone.tsx'
import { findControl, fill, expectFieldError, fieldNamed, fieldValue } from '#web/testing/fields.ts'
import {
  camille,
  expectSaved,
  onLeave,
  openMyProfile,
  openPasswordFields,
  putCalls,
  pressSave,
  setUpMyProfile,
  sessionUser,
} from './testing/my-profile-form.tsx'

setUpMyProfile()

let profile: Profile
beforeEach(() => {
  profile = camille
  stub(getProfile, () => profile)
})

const tick = (name: string) => act(async () => fieldNamed(name)!.click())

describe('the form of my profile', () => {
  test('lets a suspended member change only the password', async () => {
    await openMyProfile({ ...sessionUser, suspendedUntil: '2100-01-01T12:00:00.000Z' })
    await expectText('your profile stays as it is. You can change your password.')
    await openPasswordFields()
    await waitUntil(() => fieldNamed('newpassword') !== null)
    const [firstname, password] = [fieldNamed('firstname')!, fieldNamed('newpassword')!]
    expect([firstname, password].map(field => field.closest('fieldset[disabled]') !== null)).toEqual([true, false])
    const free = [...document.querySelectorAll<HTMLInputElement>('form input, form textarea')].filter(
      field => !field.closest('fieldset[disabled]'),
    )
    expect(free.filter(({ type }) => type !== 'password').map(({ name }) => name)).toEqual([])
  })

  test('updates the heading while typing and sends only the changed fields', async () => {
    await openMyProfile()
    expect(document.querySelector('h2')!.textContent).toBe('Camille Roussel')
    await expectText('Neighbour since March 2024')
    await fill('firstname', 'Camila')
    expect(document.querySelector('h2')!.textContent).toBe('Camila Roussel')
    await fill('phone', '0639980017')
    expect(fieldValue('phone')).toBe('+33(0)6 39 98 00 17')
    await press('Choir singing')
    await press('Board games')
    expect(findControl('Choir singing')!.getAttribute('aria-pressed')).toBe('true')
    await pressSave()
    await expectSaved()
    expect(bodies).toEqual([
      {
        firstname: 'Camila',
        phone: '+33(0)6 39 98 00 17',
        hobbiesIds: ['choir', 'board-games'],
        updateHobbies: true,
      },
    ])
    expect(shownToasts().map(({ text }) => text)).toContain(t('profile.saved'))
  })

  test('shows each error beside its field, focuses the first invalid field, and sends nothing until all errors are fixed', async () => {
    await openMyProfile()
    await fill('pseudo', 'x1')
    await fill('firstname', ' ')
    await fill('lastname', '')
    await fill('birthdate', '31/02/1990')
    await fill('phone', '061234')
    await fill('apartmentNumber', '12B')
    await press(t('entry.home.change'))
    await fill('city', 'Seynod')
    await pressSave()
    const all = [
      ['pseudo', t('errors.pseudobadformat')],
      ['firstname', t('errors.firstnamemandatory')],
      ['lastname', t('errors.lastnamemandatory')],
      ['birthdate', t('errors.invaliddateformat')],
      ['phone', t('errors.invalidphone')],
      ['apartmentNumber', t('errors.apartmentnumberbadformat')],
    ] as const
    for (const [name, error] of all) await expectFieldError(name, error, { focused: false })
    await expectText(t('errors.confirmaddresserror'))
    const first = [...document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')][0]!
    await waitUntil(() => document.activeElement === first)
    expect(document.activeElement?.getAttribute('name')).toBe(first.name)
    // Each error disappears when its field is edited.
    await fill('phone', '')
    expect(document.body.textContent).not.toContain(t('errors.invalidphone'))
    await fill('birthdate', '12/05/2022')
    await pressSave()
    await expectFieldError('birthdate', t('errors.tooyoungerror', { age: 12 }), { focused: false })
    // When the birth date is cleared, the checkbox that confirms the age appears.
    expect(fieldNamed('confirmage')).toBeNull()
    await fill('birthdate', '')
    await pressSave()
    await waitUntil(() => fieldNamed('confirmage') !== null)
    await expectText(t('errors.confirmageerror'))
    expect(putCalls()).toEqual([])
    for (const [name, text] of [
      ['pseudo', 'camille'],
      ['firstname', 'Camille'],
      ['lastname', 'Roussel'],
      ['floor', '3'],
      ['apartmentNumber', '34'],
    ] as const)
      await fill(name, text)
    await tick('confirmage')
    await tick('confirmaddress')
    await pressSave()
    await expectSaved()
    expect(bodies).toMatchObject([
      { city: 'Seynod', birthdate: null, floor: '3', confirmaddress: true, confirmage: true },
    ])
  })

  test('applies the input masks of floor and phone number', async () => {
    await openMyProfile()
    await fill('floor', '123a')
    expect(fieldValue('floor')).toBe('12')
    await fill('floor', 'R+2')
    expect(fieldValue('floor')).toBe('2')
    await fill('phone', 'abc')
    expect(fieldValue('phone')).toBe('')
  })

  test('shows an invalid phone number together with a text that is too long', async () => {
    await openMyProfile()
    await fill('firstname', 'x'.repeat(MAX_NAME_LENGTH + 2))
    await fill('phone', '061234')
    await pressSave()
    await expectFieldError('firstname', t('common.field.long', { count: 2 }), { focused: false })
    await expectFieldError('phone', t('errors.invalidphone'), { focused: false })
    await fill('phone', '')
    await pressSave()
    await waitUntil(() => document.activeElement?.getAttribute('name') === 'firstname')
    expect(putCalls()).toEqual([])
  })

  test('shows at once whether a nickname is taken or free', async () => {
    stub(checkPseudoFree, ({ query }) => ({ free: query.get('pseudo') !== 'ELODIE' }))
    await openMyProfile()
    await fill('pseudo', 'ELODIE')
    await expectText(t('errors.pseudoduplicate'))
    await fill('pseudo', 'libre')
    await expectText(t('entry.pseudo.free'))
  })

  test('submits a nickname whose availability cannot be checked', async () => {
    stub(checkPseudoFree, noNetwork)
    await openMyProfile()
    await fill('pseudo', 'libre')
    await pressSave()
    await expectSaved()
    expect(bodies).toEqual([{ pseudo: 'libre' }])
  })

  test('requires the current password for a new one and never stores a password on the device', async () => {
    await openMyProfile()
    await openPasswordFields()
    await fill('newpassword', 'court')
    await pressSave()
    await expectFieldError('newpassword', t('errors.newpasswordbadformat'), { focused: false })
    await fill('newpassword', 'velo-tilleul-lac')
    await pressSave()
    await expectFieldError('currentpassword', t('errors.missingpassword'))
    await fill('currentpassword', 'autre-chose')
    await pressSave()
    await expectFieldError('again', t('entry.differentpasswords'))
    await fill('again', 'velo-tilleul-lac')
    stub(updateProfile, () => refusal('missingpassword', 'currentpassword'))
    await pressSave()
    await expectFieldError('currentpassword', t('profile.currentpassword.wrong'))
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('tilleul-lac')
    stub(updateProfile, sessionUser)
    await fill('currentpassword', 'parvis-demo')
    await pressSave()
    await expectSaved()
    expect(bodies.at(-1)).toEqual({ currentpassword: 'parvis-demo', newpassword: 'velo-tilleul-lac' })
  })

  test('restores the unsaved draft, also after cancelling, until it is discarded', async () => {
    await openMyProfile()
    await fill('job', 'Luthière')
    await openPasswordFields()
    await fill('newpassword', 'velo-tilleul-lac')
    await clearPage()
    expect(shownToasts().map(({ text }) => text)).toContain(t('profile.kept'))
    await openMyProfile()
    await expectText(t('profile.restored'))
    await openPasswordFields()
    expect([fieldValue('job'), fieldValue('newpassword')]).toEqual(['Luthière', ''])
    await press(t('profile.discard'))
    expect(fieldValue('job')).toBe('')
    await fill('job', 'Archère')
    await press(t('common.cancel'))
    expect(onLeave).toHaveBeenCalledTimes(1)
    await clearPage()
    await openMyProfile()
    await expectText(t('profile.restored'))
    expect(fieldValue('job')).toBe('Archère')
    // The form is open again, so the toast about the saved draft is dismissed.
    expect(shownToasts().map(({ text }) => text)).not.toContain(t('profile.kept'))
    await press(t('common.cancel'))
    await clearPage()
    const draftToast = shownToasts().find(({ text }) => text === t('profile.kept'))!
    expect(draftToast.action?.label).toBe(t('profile.discard'))
    await act(async () => draftToast.action!.onClick())
    await openMyProfile()
    expect(fieldValue('job')).toBe('')
    expect(document.body.textContent).not.toContain(t('profile.restored'))
    expect(putCalls()).toEqual([])
  })

  test('shows changes saved elsewhere in untouched fields, and asks which value to keep in an edited field', async () => {
    await openMyProfile()
    await fill('job', 'Luthière')
    profile = { ...camille, job: 'Archère', lastname: 'Tissot' }
    // The user comes back to this tab.
    await act(async () => dispatchEvent(new Event('visibilitychange')))
    await expectText(t('profile.followed'))
    expect([fieldValue('lastname'), fieldValue('job')]).toEqual(['Tissot', 'Luthière'])
    await expectText(t('profile.clash', { words: 'Archère' }))
    await pressSave()
    expect(putCalls()).toEqual([])
    await waitUntil(() => document.activeElement?.textContent === t('profile.clash.mine'))
    expect(document.activeElement?.textContent).toBe(t('profile.clash.mine'))
    await press(t('profile.clash.mine'))
    await pressSave()
    await expectSaved()
    expect(bodies).toEqual([{ job: 'Luthière' }])
  })

  test('shows a company only the fields of a company', async () => {
    profile = { ...camille, role: 'advertiser' } as never
    await openMyProfile({ ...sessionUser, role: 'advertiser', company: 'Boulangerie du Lac' })
    expect(document.querySelector('h2')!.textContent).toBe('Boulangerie du Lac')
    expect(fieldNamed('floor')).toBeNull()
    expect(document.body.textContent).not.toContain(t('profile.likes'))
    await fill('description', 'Pain au levain.')
    await pressSave()
    await expectSaved()
    expect(bodies).toEqual([{ description: 'Pain au levain.' }])
  })

  test('explains the protection of a minor and rejects a birth date that would end the protection', async () => {
    profile = { ...camille, birthdate: '12/05/2014', protection: { until: '2029-05-12' } }
    await openMyProfile()
    await expectText(t('profile.protection.what'))
    expect(document.body.textContent.replaceAll(/\s/g, ' ')).toContain(
      'protected until 12 May 2029, the day you turn 15',
    )
    await fill('birthdate', '12/05/1990')
    await pressSave()
    await expectFieldError('birthdate', t('errors.minorbirthdate', { age: 15 }))
    expect(putCalls()).toEqual([])
  })

  test('is translated into French', async () => {
    await setLanguage('fr')
    try {
      await loadTexts('profile', 'entry', 'session')
      await openMyProfile()
      await expectText('Voisine depuis mars 2024')
    } finally {
      await setLanguage('en')
    }
  })
})
