import { getProfile, listHobbies, type Profile, updateProfile } from '@parvis/contract/profile.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { device } from '#web/kernel/outbox/memory-store.ts'
import {
  bodies,
  render,
  renderStandalone,
  refetchAll,
  noNetwork,
  press,
  expectText,
  stub,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { FrameContext } from '#web/ui/frame-context.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { MyProfileView } from './MyProfileView.tsx'
import { emptyProfile } from './testing/empty-profile.ts'
import { profileSender } from './pending-profile.ts'

vi.mock('#web/kernel/outbox/pending-store.ts', () => import('#web/kernel/outbox/memory-store.ts'))

renderStandalone('profile', 'entry', 'outbox', 'session')

const ME = 'me'
const JOB = 'input[name=job]'
const PENDING = 'Your changes wait to be sent, and go out by themselves.'
const RESTORED = 'You had begun to change this.'
const RESTORED_MORE = 'Since then you have begun to change more.'
const profile: Profile = {
  ...emptyProfile,
  pseudo: 'Camille.R',
  firstname: 'Camille',
  lastname: 'Roussel',
  gender: 'F',
  birthdate: '12/05/1990',
  address: '8 rue des Marquisats',
  zipCode: '74000',
  city: 'Annecy',
}
const onLeave = vi.fn()
let stop = () => {}

const open = async () => {
  await clearPage()
  await render(
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
        onLeave={onLeave}
      />
    </FrameContext>,
  )
  await waitUntil(() => document.querySelector(JOB) !== null)
}
const job = () => document.querySelector<HTMLInputElement>(JOB)!.value
const hasText = (text: string) => document.body.textContent.includes(text)
const save = async () => {
  onLeave.mockClear()
  await press('Update')
  await waitUntil(() => onLeave.mock.calls.length > 0)
  expect(onLeave).toHaveBeenCalledOnce()
}

beforeEach(async () => {
  device.reset()
  localStorage.clear()
  stub(getProfile, profile)
  stub(listHobbies, [])
  stub(updateProfile, noNetwork)
  await outbox.open(ME)
})
afterEach(() =>
  act(async () => {
    stop()
    for (const { id } of outbox.pending()) outbox.cancel(id)
    for (const { id } of shownToasts()) closeToast(id)
    await outbox.open(null)
  }),
)

test('the form shows pending changes, and discards only later edits', async () => {
  await open()
  await typeInto('Luthière', JOB)
  await save()
  expect(outbox.pending()).toMatchObject([{ kind: 'profile', about: 'Occupation' }])
  await open()
  await expectText(PENDING)
  expect([job(), hasText(RESTORED), hasText(RESTORED_MORE)]).toEqual(['Luthière', false, false])
  await typeInto('Facteur', JOB)
  await open()
  await expectText(RESTORED_MORE)
  await press('Discard')
  await waitUntil(() => !hasText(RESTORED_MORE))
  expect([job(), hasText(PENDING)]).toEqual(['Luthière', true])
  expect(outbox.pending()).toMatchObject([{ payload: { body: { job: 'Luthière' } } }])
})

test('cancelled changes are not sent, and remain in the form as a draft', async () => {
  await open()
  await typeInto('Luthière', JOB)
  await save()
  await open()
  await expectText(PENDING)
  await press('Do not send')
  await expectText(RESTORED)
  expect(shownToasts().map(({ text }) => text)).toContain('Your changes will not be sent. They still stand here.')
  expect([job(), hasText(PENDING), outbox.pending()]).toEqual(['Luthière', false, []])
  expect(document.activeElement?.id).toBe('main')
})

test('changes that are sent while the form is open are not reported as made elsewhere', async () => {
  await open()
  await typeInto('Luthière', JOB)
  await save()
  await open()
  await expectText(PENDING)
  const sent = { ...profile, job: 'Luthière' }
  stub(updateProfile, () => Response.json({ _id: ME }))
  stub(getProfile, sent)
  const onSent = vi.fn()
  await act(async () => {
    stop = outbox.registerSender('profile', profileSender(onSent))
    outbox.retryAll()
  })
  await waitUntil(() => onSent.mock.calls.length > 0)
  await refetchAll()
  await waitUntil(() => !hasText(PENDING))
  expect(bodies.at(-1)).toEqual({ job: 'Luthière' })
  expect(outbox.pending()).toEqual([])
  expect([job(), hasText(PENDING), hasText(RESTORED), hasText('Your profile was changed elsewhere meanwhile')]).toEqual(
    ['Luthière', false, false, false],
  )
})
