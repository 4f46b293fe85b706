import { listLocations } from '@parvis/contract/community.ts'
import { getProfile, type Profile } from '@parvis/contract/profile.ts'
import { getSession } from '@parvis/contract/session.ts'
import { correctStay } from '@parvis/contract/stay.ts'
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { bodies, calls, refusal, expectText, stub, waitUntil } from '#web/testing/render-standalone.tsx'
import { fill, expectFieldError, fieldNamed, fieldValue } from '#web/testing/fields.ts'
import {
  camille,
  expectSaved,
  openMyProfile,
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

describe('the stay, in the profile form', () => {
  const [pitch, other] = ['0199f15d-9f9c-7de6-a71a-a6c1331d3491', '0199f15d-9f9c-7de6-a71a-a6c1331d3492']
  const openStay = async () => {
    profile = {
      ...camille,
      needCurrentPassword: false,
      stay: {
        locationId: pitch,
        location: { name: 'Emplacement 1', lang: { en: { name: 'Pitch 1' } } },
        arrival: '2026-07-01',
        departure: '2026-07-10',
        from: '2026-07-01',
        until: '2026-07-10',
      },
    }
    stub(
      listLocations,
      [pitch, other].map((_id, n) => ({
        _id,
        kind: 'location',
        name: `Emplacement ${n + 1}`,
        lang: { en: { name: `Pitch ${n + 1}` } },
      })) as never,
    )
    await openMyProfile()
    await waitUntil(() => document.querySelectorAll('[name=locationId] option').length === 2)
  }

  test('can be corrected within the days assigned by the team', async () => {
    await openStay()
    await fill('departure', '')
    await pressSave()
    await expectFieldError('departure', t('errors.bookingdatesmandatory'))
    await fill('departure', '2026-06-28')
    await pressSave()
    await expectFieldError('departure', t('errors.departurebeforearrival'))
    await fill('departure', '2026-07-20')
    await pressSave()
    await expectFieldError('departure', t('errors.daysoutsidestay'))
    expect(calls.filter(call => call.startsWith('POST'))).toEqual([])
    await fill('departure', '2026-07-06')
    await act(async () => {
      const select = fieldNamed('locationId')!
      select.value = other
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
    stub(correctStay, { ...profile.stay!, locationId: other, departure: '2026-07-06' })
    stub(getSession, sessionUser)
    await pressSave()
    await expectSaved()
    expect(bodies).toEqual([{ locationId: other, departure: '2026-07-06' }])
  })

  test('that the server refuses leaves the typed password in the form, and the next attempt saves the stay and the password', async () => {
    await openStay()
    await fill('departure', '2026-07-05')
    await fill('newpassword', 'velo-tilleul-lac-2')
    await fill('again', 'velo-tilleul-lac-2')
    stub(correctStay, () => refusal('toomanyrequests'))
    await pressSave()
    await expectText(t('entry.profile.still'))
    expect(fieldValue('newpassword')).toBe('velo-tilleul-lac-2')
    expect(putCalls()).toEqual([])
    stub(correctStay, profile.stay!)
    await pressSave()
    await expectSaved()
    expect(bodies.slice(1)).toEqual([{ departure: '2026-07-05' }, { newpassword: 'velo-tilleul-lac-2' }])
  })
})
