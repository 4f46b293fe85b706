import { checkPseudoFree, getProfile, type Profile, updateProfile } from '@parvis/contract/profile.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { act, useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { bodies, calls, draw, drawAlone, press, refusal, shows, stub, until, wipe } from '#web/testing/draw-alone.tsx'
import { called, fill, isWrong, line, submit, valueOf } from '#web/testing/fields.ts'
import type { ProfilePage } from './profile-form.ts'
import { ProfileFormView, type ProfileFormViewProps } from './ProfileFormView.tsx'
import { noProfile } from './testing/no-profile.ts'

drawAlone('entry', 'profile', 'session', 'feed')

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

const saved = vi.fn()
const waiting = vi.fn()
const switched = vi.fn()
let profile: Profile
beforeEach(() => {
  localStorage.clear()
  vi.clearAllMocks()
  profile = { ...noProfile, address: '12 allée des Tilleuls', zipCode: '74000', city: 'Annecy' }
  stub(getProfile, () => profile)
  stub(checkPseudoFree, { free: true })
  stub(updateProfile, user)
})

const View = (more: Partial<ProfileFormViewProps>) => {
  const [page, setPage] = useState<ProfilePage>(1)
  return (
    <ProfileFormView
      community={community}
      session={newcomer}
      page={page}
      onPage={setPage}
      onSaved={saved}
      onWaiting={waiting}
      others={[]}
      onSwitch={switched}
      onLogOut={() => {}}
      {...more}
    />
  )
}
const open = async (more: Partial<ProfileFormViewProps> = {}) => {
  await draw(<View {...more} />)
  await until(() => line('firstname') !== null || line('newpassword') !== null)
}
const tick = (name: string) => act(async () => line(name)!.click())
const sayWho = async () => {
  await fill('firstname', 'Camille')
  await fill('lastname', 'Roussel')
  await fill('pseudo', 'camille')
  await tick('confirmage')
  await submit()
  await shows(t('entry.profile.home.title'))
}
const choose = async (password: string, again = password) => {
  await fill('newpassword', password)
  await fill('again', again)
  await submit()
}
const isSaved = async () => {
  await until(() => saved.mock.calls.length > 0)
  expect(saved).toHaveBeenCalledTimes(1)
}

describe('the first profile', () => {
  test('shows what is missing on the first page and focuses the first field', async () => {
    await open()
    await submit()
    for (const [name, key] of [
      ['lastname', 'lastnamemandatory'],
      ['pseudo', 'pseudomandatory'],
      ['firstname', 'firstnamemandatory'],
    ] as const)
      await isWrong(name, t(`errors.${key}`), { focused: name === 'firstname' })
    await shows(t('errors.confirmageerror', { age: 15 }))
    await fill('firstname', 'Camille')
    expect(document.body.textContent).not.toContain(t('errors.firstnamemandatory'))
    await fill('birthdate', '31021990')
    expect(valueOf('birthdate')).toBe('31/02/1990')
    await submit()
    await isWrong('birthdate', t('errors.invaliddateformat'), { focused: false })
    await fill('birthdate', '12/05/2020')
    await shows(t('errors.tooyoungerror', { age: 12 }))
    expect(calls.filter(call => call.startsWith('PUT'))).toEqual([])
  })

  test('suggests a nickname made of the name and shows whether one is free', async () => {
    stub(checkPseudoFree, ({ query }) => ({ free: query.get('pseudo') !== 'ELODIE' }))
    await open()
    await fill('firstname', 'Camille')
    await fill('lastname', 'Roussel')
    await act(async () => {
      line('lastname')!.focus()
      line('lastname')!.blur()
    })
    expect(valueOf('pseudo')).toBe('Camille.R')
    await fill('pseudo', 'ELODIE')
    await shows(t('errors.pseudoduplicate'))
    await fill('pseudo', 'libre')
    await shows(t('entry.pseudo.free'))
  })

  test('asks for address and password on its second page and keeps the first page as it was', async () => {
    await open()
    await sayWho()
    await shows('12 allée des Tilleuls')
    await submit()
    await shows(t('errors.confirmaddresserror'))
    await shows(t('errors.newpasswordmandatory'))
    await tick('confirmaddress')
    await choose(PASSWORD, 'velo-tilleul')
    await isWrong('again', t('entry.differentpasswords'))
    stub(updateProfile, () => refusal('newpasswordcommon', 'newpassword'))
    await choose('password')
    await isWrong('newpassword', t('errors.newpasswordcommon'))
    await press(t('common.back'))
    expect(valueOf('firstname')).toBe('Camille')
    await submit()
    await shows(t('entry.profile.home.title'))
    stub(updateProfile, user)
    await choose(PASSWORD)
    await isSaved()
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
    await wipe()
    await open()
    expect([valueOf('firstname'), valueOf('birthdate')]).toEqual(['Camille', '12/05/1990'])
    await sayWho()
    await fill('newpassword', PASSWORD)
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('tilleul-lac')
  })

  test('uses the name given by Apple and asks for no password where none is needed', async () => {
    profile = { ...profile, firstname: 'Ada', lastname: 'Lovelace', needPassword: false }
    await open({ session: { ...newcomer, needPassword: false } })
    expect([valueOf('firstname'), valueOf('lastname')]).toEqual(['Ada', 'Lovelace'])
    await fill('pseudo', 'ada')
    await tick('confirmage')
    await submit()
    await shows(t('entry.profile.home.title'))
    expect(line('newpassword')).toBeNull()
  })

  test('asks for no address when the member is not a resident', async () => {
    await open({ session: { ...newcomer, role: 'advertiser' } })
    expect(document.body.textContent).not.toMatch(/address/i)
    await sayWho()
    await until(() => line('newpassword') !== null)
    expect(document.body.textContent).not.toMatch(/address/i)
    await shows('One last step, and you are in.')
  })

  test('names one age in the confirmation box and asks younger members for their birth date', async () => {
    await open()
    const described = () => document.getElementById(line('confirmage')!.getAttribute('aria-describedby') ?? '')
    await shows(t('entry.confirmage', { age: 15 }))
    expect(described()?.textContent).toBe(t('entry.confirmage.young', { min: 12, age: 15 }))
    await wipe()
    // Where the age of consent equals the minimum age of the app, nobody is between the two.
    profile = { ...profile, consentAge: 12 }
    await open()
    await shows(t('entry.confirmage', { age: 12 }))
    expect(described()).toBeNull()
  })

  test('sends a message to the team when approval is needed, and deletes the draft', async () => {
    profile = { ...profile, needApproval: true }
    stub(updateProfile, () => refusal('popup4'))
    await open()
    await sayWho()
    await tick('confirmaddress')
    await fill('word', 'Je viens d’emménager au 3e.')
    await choose(PASSWORD)
    await until(() => waiting.mock.calls.length > 0)
    expect(waiting).toHaveBeenCalledTimes(1)
    expect(bodies.at(-1)).toMatchObject({ word: 'Je viens d’emménager au 3e.' })
    await wipe()
    await open()
    expect(valueOf('firstname')).toBe('')
  })

  test('offers to switch to another community', async () => {
    const gare = { communityId: 'gare', userId: 'there', name: 'Quartier de la Gare' } as never
    await open({ others: [gare] })
    await press(t('entry.profile.elsewhere', { to: 'Quartier de la Gare' }))
    expect(switched).toHaveBeenCalledWith(gare)
  })

  test('loads again after a failure', async () => {
    stub(getProfile, () => refusal('unexpectederror'))
    await draw(<View />)
    await shows(t('entry.profile.failed'))
    stub(getProfile, profile)
    await press(t('common.retry'))
    await until(() => line('firstname') !== null)
    expect(called(t('entry.profile.continue'))).toBeDefined()
  })
})

describe('a new password', () => {
  const forgetful = { ...newcomer, firstLogin: false }

  test('is asked for alone and must be present, long enough and repeated', async () => {
    await open({ session: forgetful })
    await shows(t('entry.reset.title'))
    await submit()
    await isWrong('newpassword', t('errors.newpasswordmandatory'))
    await choose('short')
    await isWrong('newpassword', t('errors.newpasswordbadformat'))
    await choose(PASSWORD, 'autre')
    await isWrong('again', t('entry.differentpasswords'))
    await choose(PASSWORD)
    await isSaved()
    expect(bodies).toEqual([{ newpassword: PASSWORD }])
  })

  test('opens the whole profile form when the profile lacks a field that is required today', async () => {
    stub(updateProfile, () => refusal('firstnamemandatory', 'firstname'))
    profile = { ...profile, pseudo: 'oubli' }
    await open({ session: forgetful })
    await choose(PASSWORD)
    await shows(t('entry.profile.update'))
    expect(valueOf('pseudo')).toBe('oubli')
  })
})
