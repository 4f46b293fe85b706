import { checkPseudoFree, listHobbies, type Profile, updateProfile } from '@parvis/contract/profile.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { act } from 'react'
import { beforeEach, expect, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { calls, render, renderStandalone, withFrame, press, stub, waitUntil } from '#web/testing/render-standalone.tsx'
import { findControl, fieldNamed } from '#web/testing/fields.ts'
import { MyProfileView, type MyProfileViewProps } from '../MyProfileView.tsx'
import { emptyProfile } from './empty-profile.ts'

const community = {
  _id: 'home',
  name: 'Les Tilleuls',
  customUri: 'les-tilleuls',
  logoUri: null,
  timezone: 'Europe/Paris',
} as const
export const camille: Profile = {
  ...emptyProfile,
  pseudo: 'camille',
  firstname: 'Camille',
  lastname: 'Roussel',
  gender: 'F',
  birthdate: '12/05/1990',
  address: '8 rue des Marquisats',
  zipCode: '74000',
  city: 'Annecy',
  dateAdded: '2024-03-15T10:00:00.000Z',
  needPassword: false,
  needCurrentPassword: true,
}
export const sessionUser = { _id: 'me', role: 'neighbor', company: null } as SessionUser

export const onSaved = vi.fn()
export const onLeave = vi.fn()

export const openMyProfile = async (me: MyProfileViewProps['me'] = sessionUser) => {
  await render(
    withFrame(
      <MyProfileView
        community={community}
        me={me}
        back={{ to: '/$c/actualites', params: { c: 'les-tilleuls' } } as never}
        onSaved={onSaved}
        onLeave={onLeave}
      />,
    ),
  )
  await waitUntil(() => fieldNamed('newpassword') !== null || findControl(t('profile.password.change')) !== undefined)
  await waitUntil(() => fieldNamed('description') !== null)
}
export const pressSave = () => press(t('entry.profile.save'))
export const openPasswordFields = () => act(async () => findControl(t('profile.password.change'))!.click())
export const expectSaved = async () => {
  await waitUntil(() => onSaved.mock.calls.length > 0)
  expect(onSaved).toHaveBeenCalledTimes(1)
}
export const putCalls = () => calls.filter(call => call.startsWith('PUT'))

/**
 * To be called once in a test file: loads the texts of the form. Before each test it clears the storage and stubs the
 * server.
 */
export const setUpMyProfile = (): void => {
  renderStandalone('profile', 'entry', 'session')
  beforeEach(() => {
    localStorage.clear()
    vi.clearAllMocks()
    stub(listHobbies, [
      { _id: 'choir', name: 'Chant choral', lang: { en: { name: 'Choir singing' } } },
      { _id: 'board-games', name: 'Jeux de société', lang: { en: { name: 'Board games' } } },
    ])
    stub(checkPseudoFree, { free: true })
    stub(updateProfile, sessionUser)
  })
}
