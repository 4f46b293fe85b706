import { checkPseudoFree, getProfile, type Profile, updateProfile } from '@parvis/contract/profile.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { act, useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import {
  bodies,
  calls,
  render,
  renderStandalone,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  clearPage,
} from '#web/testing/render-standalone.tsx'
import { findControl, fill, expectFieldError, fieldNamed, submit, fieldValue } from '#web/testing/fields.ts'
import type { ProfilePage } from './profile-form.ts'
import { ProfileFormView } from './ProfileFormView.tsx'
import { emptyProfile } from './testing/empty-profile.ts'
import type { ProfileFormViewProps } from './profile-form-view-props.ts'

renderStandalone('entry', 'profile', 'session', 'feed')

const community = {
  _id: 'home',
  name: 'Les Tilleuls',
  customUri: 'les-tilleuls',
  logoUri: null,
  timezone: 'Europe/Paris',
} as const
const newcomer = { _id: 'me', role: 'neighbor', firstLogin: true, needPassword: true } as const
const user = { _id: 'me' } as SessionUser
const PASSWORD = 'velo-tilleul-lac'

const onSaved = vi.fn()
const onPendingApproval = vi.fn()
const onSwitch = vi.fn()
let profile: Profile
beforeEach(() => {
  localStorage.clear()
  vi.clearAllMocks()
  profile = { ...emptyProfile, address: '12 allée des Tilleuls', zipCode: '74000', city: 'Annecy' }
  stub(getProfile, () => profile)
  stub(checkPseudoFree, { free: true })
  stub(updateProfile, user)
})

const View = (overrides: Partial<ProfileFormViewProps>) => {
  const [page, setPage] = useState<ProfilePage>(1)
  return (
    <ProfileFormView
      community={community}
      session={newcomer}
      page={page}
      onPageChange={setPage}
      onSaved={onSaved}
      onPendingApproval={onPendingApproval}
      otherMemberships={[]}
      onSwitch={onSwitch}
      onLogOut={() => {}}
      {...overrides}
    />
  )
}
const open = async (overrides: Partial<ProfileFormViewProps> = {}) => {
  await render(<View {...overrides} />)
  await waitUntil(() => fieldNamed('firstname') !== null || fieldNamed('newpassword') !== null)
}
const tick = (name: string) => act(async () => fieldNamed(name)!.click())
const submitFirstPage = async () => {
  await fill('firstname', 'Camille')
  await fill('lastname', 'Roussel')
  await fill('pseudo', 'camille')
  await tick('confirmage')
  await submit()
  await expectText(t('entry.profile.home.title'))
}
const submitPassword = async (password: string, again = password) => {
  await fill('newpassword', password)
  await fill('again', again)
  await submit()
}
const expectSaved = async () => {
  await waitUntil(() => onSaved.mock.calls.length > 0)
  expect(onSaved).toHaveBeenCalledTimes(1)
}

describe('the first profile', () => {
  test('shows an error at each missing field of the first page, and focuses the first of these fields', async () => {
    await open()
    await submit()
    for (const [name, key] of [
      ['lastname', 'lastnamemandatory'],
      ['pseudo', 'pseudomandatory'],
      ['firstname', 'firstnamemandatory'],
    ] as const)
      await expectFieldError(name, t(`errors.${key}`), { focused: name === 'firstname' })
    await expectText(t('errors.confirmageerror', { age: 15 }))
    await fill('firstname', 'Camille')
    expect(document.body.textContent).not.toContain(t('errors.firstnamemandatory'))
    await fill('birthdate', '31021990')
    expect(fieldValue('birthdate')).toBe('31/02/1990')
    await submit()
    await expectFieldError('birthdate', t('errors.invaliddateformat'), { focused: false })
    await fill('birthdate', '12/05/2020')
    await expectText(t('errors.tooyoungerror', { age: 12 }))
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
  })

  test('suggests a nickname derived from the name, and shows whether a nickname is free', async () => {
    stub(checkPseudoFree, ({ query }) => ({ free: query.get('pseudo') !== 'ELODIE' }))
    await open()
    await fill('firstname', 'Camille')
    await fill('lastname', 'Roussel')
    await act(async () => {
      fieldNamed('lastname')!.focus()
      fieldNamed('lastname')!.blur()
    })
    expect(fieldValue('pseudo')).toBe('Camille.R')
    await fill('pseudo', 'ELODIE')
    await expectText(t('errors.pseudoduplicate'))
    await fill('pseudo', 'libre')
    await expectText(t('entry.pseudo.free'))
  })

  test('asks for address and password on its second page, and preserves the values of the first page', async () => {
    await open()
    await submitFirstPage()
    await expectText('12 allée des Tilleuls')
    await submit()
    await expectText(t('errors.confirmaddresserror'))
    await expectText(t('errors.newpasswordmandatory'))
    await tick('confirmaddress')
    await submitPassword(PASSWORD, 'velo-tilleul')
    await expectFieldError('again', t('entry.differentpasswords'))
    stub(updateProfile, () => refusal('newpasswordcommon', 'newpassword'))
    await submitPassword('password')
    await expectFieldError('newpassword', t('errors.newpasswordcommon'))
    await press(t('common.back'))
    expect(fieldValue('firstname')).toBe('Camille')
    await submit()
    await expectText(t('entry.profile.home.title'))
    stub(updateProfile, user)
    await submitPassword(PASSWORD)
    await expectSaved()
    expect(bodies.at(-1)).toMatchObject({
      firstname: 'Camille',
      lastname: 'Roussel',
      pseudo: 'camille',
      newpassword: PASSWORD,
      confirmage: true,
      confirmaddress: true,
    })
  })

  test('is restored after a reload, without the password', async () => {
    await open()
    await fill('firstname', 'Camille')
    await fill('birthdate', '12/05/1990')
    await clearPage()
    await open()
    expect([fieldValue('firstname'), fieldValue('birthdate')]).toEqual(['Camille', '12/05/1990'])
    await submitFirstPage()
    await fill('newpassword', PASSWORD)
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('tilleul-lac')
  })

  test('uses the name given by Apple, and asks for no password when the account needs none', async () => {
    profile = { ...profile, firstname: 'Ada', lastname: 'Lovelace', needPassword: false }
    await open({ session: { ...newcomer, needPassword: false } })
    expect([fieldValue('firstname'), fieldValue('lastname')]).toEqual(['Ada', 'Lovelace'])
    await fill('pseudo', 'ada')
    await tick('confirmage')
    await submit()
    await expectText(t('entry.profile.home.title'))
    expect(fieldNamed('newpassword')).toBeNull()
  })

  test('asks for no address when the member is not a resident', async () => {
    await open({ session: { ...newcomer, role: 'advertiser' } })
    expect(document.body.textContent).not.toMatch(/address/i)
    await submitFirstPage()
    await waitUntil(() => fieldNamed('newpassword') !== null)
    expect(document.body.textContent).not.toMatch(/address/i)
    await expectText('One last step, and you are in.')
  })

  test('asks to confirm the age of consent, and asks younger members for their birth date', async () => {
    await open()
    const described = () => document.getElementById(fieldNamed('confirmage')!.getAttribute('aria-describedby') ?? '')
    await expectText(t('entry.confirmage', { age: 15 }))
    expect(described()?.textContent).toBe(t('entry.confirmage.young', { min: 12, age: 15 }))
    await clearPage()
    // Where the age of consent equals the minimum age of the app, nobody is between the two.
    profile = { ...profile, consentAge: 12 }
    await open()
    await expectText(t('entry.confirmage', { age: 12 }))
    expect(described()).toBeNull()
  })

  test('sends a message to the team when approval is needed, and deletes the draft', async () => {
    profile = { ...profile, needApproval: true }
    stub(updateProfile, () => refusal('popup4'))
    await open()
    await submitFirstPage()
    await tick('confirmaddress')
    await fill('word', 'Je viens d’emménager au 3e.')
    await submitPassword(PASSWORD)
    await waitUntil(() => onPendingApproval.mock.calls.length > 0)
    expect(onPendingApproval).toHaveBeenCalledTimes(1)
    expect(bodies.at(-1)).toMatchObject({ word: 'Je viens d’emménager au 3e.' })
    await clearPage()
    await open()
    expect(fieldValue('firstname')).toBe('')
  })

  test('offers to switch to another community', async () => {
    const gare = { communityId: 'gare', userId: 'there', name: 'Quartier de la Gare' } as never
    await open({ otherMemberships: [gare] })
    await press(t('entry.profile.elsewhere', { to: 'Quartier de la Gare' }))
    expect(onSwitch).toHaveBeenCalledWith(gare)
  })

  test('loads the profile on retry after a failure', async () => {
    stub(getProfile, () => refusal('unexpectederror'))
    await render(<View />)
    await expectText(t('entry.profile.failed'))
    stub(getProfile, profile)
    await press(t('common.retry'))
    await waitUntil(() => fieldNamed('firstname') !== null)
    expect(findControl(t('entry.profile.continue'))).toBeDefined()
  })
})

describe('a new password', () => {
  const resetSession = { ...newcomer, firstLogin: false }

  test('is asked for without the other fields of the profile, and must be long enough and repeated', async () => {
    await open({ session: resetSession })
    await expectText(t('entry.reset.title'))
    await submit()
    await expectFieldError('newpassword', t('errors.newpasswordmandatory'))
    await submitPassword('short')
    await expectFieldError('newpassword', t('errors.newpasswordbadformat'))
    await submitPassword(PASSWORD, 'autre')
    await expectFieldError('again', t('entry.differentpasswords'))
    await submitPassword(PASSWORD)
    await expectSaved()
    expect(bodies).toEqual([{ newpassword: PASSWORD }])
  })

  test('opens the whole profile form when the profile lacks a field that is required today', async () => {
    stub(updateProfile, () => refusal('firstnamemandatory', 'firstname'))
    profile = { ...profile, pseudo: 'oubli' }
    await open({ session: resetSession })
    await submitPassword(PASSWORD)
    await expectText(t('entry.profile.update'))
    expect(fieldValue('pseudo')).toBe('oubli')
  })
})
