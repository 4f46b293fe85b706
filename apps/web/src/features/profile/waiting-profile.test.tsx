import { getProfile, listHobbies, type Profile, updateProfile } from '@parvis/contract/profile.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { device } from '#web/kernel/outbox/some-store.ts'
import {
  bodies,
  draw,
  drawAlone,
  hearOfChange,
  noNetwork,
  press,
  shows,
  stub,
  until,
  wipe,
  write,
} from '#web/testing/draw-alone.tsx'
import { FrameContext } from '#web/ui/frame-context.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { MyProfileView } from './MyProfileView.tsx'
import { noProfile } from './testing/no-profile.ts'
import { profileSender } from './unsent-profile.ts'

vi.mock('#web/kernel/outbox/waiting-store.ts', () => import('#web/kernel/outbox/some-store.ts'))

drawAlone('profile', 'entry', 'outbox', 'session')

const ME = 'me'
const JOB = 'input[name=job]'
const WAITS = 'Your changes wait to be sent, and go out by themselves.'
const BEGUN = 'You had begun to change this.'
const BEGUN_SINCE = 'Since then you have begun to change more.'
const profile: Profile = {
  ...noProfile,
  pseudo: 'Camille.R',
  firstname: 'Camille',
  lastname: 'Roussel',
  gender: 'F',
  birthdate: '12/05/1990',
  address: '8 rue des Marquisats',
  zipCode: '74000',
  city: 'Annecy',
}
const left = vi.fn()
let stop = () => {}

const open = async () => {
  await wipe()
  await draw(
    <FrameContext value={{ place: { name: 'Les Tilleuls', target: { to: '/' } } }}>
      <MyProfileView
        community={{
          _id: 'c',
          name: 'Les Tilleuls',
          customUri: 'les-tilleuls',
          logoUri: null,
          timezone: 'Europe/Paris',
        }}
        me={{ _id: ME, role: 'neighbor', company: null, suspendedUntil: null }}
        back={{ to: '/' }}
        onSaved={() => {}}
        onLeave={left}
      />
    </FrameContext>,
  )
  await until(() => document.querySelector(JOB) !== null)
}
const job = () => document.querySelector<HTMLInputElement>(JOB)!.value
const says = (words: string) => document.body.textContent.includes(words)
const save = async () => {
  left.mockClear()
  await press('Update')
  await until(() => left.mock.calls.length > 0)
  expect(left).toHaveBeenCalledOnce()
}

beforeEach(async () => {
  device.renew()
  localStorage.clear()
  stub(getProfile, profile)
  stub(listHobbies, [])
  stub(updateProfile, noNetwork)
  await outbox.open(ME)
})
afterEach(() =>
  act(async () => {
    stop()
    for (const { id } of outbox.waiting()) outbox.forget(id)
    for (const { id } of shownToasts()) closeToast(id)
    await outbox.open(null)
  }),
)

test('shows pending changes in the form and discards only what was begun since', async () => {
  await open()
  await write('Luthière', JOB)
  await save()
  expect(outbox.waiting()).toMatchObject([{ kind: 'profile', about: 'Occupation' }])
  await open()
  await shows(WAITS)
  expect([job(), says(BEGUN), says(BEGUN_SINCE)]).toEqual(['Luthière', false, false])
  await write('Facteur', JOB)
  await open()
  await shows(BEGUN_SINCE)
  await press('Discard')
  await until(() => !says(BEGUN_SINCE))
  expect([job(), says(WAITS)]).toEqual(['Luthière', true])
  expect(outbox.waiting()).toMatchObject([{ payload: { body: { job: 'Luthière' } } }])
})

test('does not send cancelled changes and keeps them in the form as a draft', async () => {
  await open()
  await write('Luthière', JOB)
  await save()
  await open()
  await shows(WAITS)
  await press('Do not send')
  await shows(BEGUN)
  expect(shownToasts().map(({ text }) => text)).toContain('Your changes will not be sent. They still stand here.')
  expect([job(), says(WAITS), outbox.waiting()]).toEqual(['Luthière', false, []])
  expect(document.activeElement?.id).toBe('main')
})

test('does not report changes that are sent while the form is open as made elsewhere', async () => {
  await open()
  await write('Luthière', JOB)
  await save()
  await open()
  await shows(WAITS)
  const sent = { ...profile, job: 'Luthière' }
  stub(updateProfile, () => Response.json({ _id: ME }))
  stub(getProfile, sent)
  const reached = vi.fn()
  await act(async () => {
    stop = outbox.serve('profile', profileSender(reached))
    outbox.wake()
  })
  await until(() => reached.mock.calls.length > 0)
  await hearOfChange()
  await until(() => !says(WAITS))
  expect(bodies.at(-1)).toEqual({ job: 'Luthière' })
  expect(outbox.waiting()).toEqual([])
  expect([job(), says(WAITS), says(BEGUN), says('Your profile was changed elsewhere meanwhile')]).toEqual([
    'Luthière',
    false,
    false,
    false,
  ])
})
