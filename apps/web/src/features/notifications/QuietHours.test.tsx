import {
  getQuietHours,
  type QuietHours as Hours,
  removeQuietHours,
  setQuietHours,
} from '@parvis/contract/notifications.ts'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
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
} from '#web/testing/render-standalone.tsx'
import { shownToasts } from '#web/ui/toasts.ts'
import { QuietHours } from './QuietHours.tsx'

renderStandalone('notifications')

let storedHours: Hours
beforeEach(() => {
  storedHours = { from: '22:00', until: '07:00' }
  stub(getQuietHours, () => storedHours)
  stub(setQuietHours, ({ body }) => (storedHours = body as Hours))
  stub(removeQuietHours, () => (storedHours = {}))
})
const toggle = () => document.querySelector<HTMLInputElement>('[role=switch]')!
const flip = () => act(async () => toggle().click())
const select = (name: string) => document.querySelector<HTMLSelectElement>(`select[name=${name}]`)!
const pick = (name: string, value: string) =>
  act(async () => {
    select(name).value = value
    select(name).dispatchEvent(new Event('change', { bubbles: true }))
  })

test('quiet hours can be changed, turned off, and turned on again with the default times', async () => {
  await render(<QuietHours />)
  await expectText('Silent from 22:00 to 7:00')
  expect(toggle().checked).toBe(true)
  await pick('from', '21:30')
  await expectText('Silent from 21:30 to 7:00')
  await waitUntil(() => bodies.length > 0)
  expect(bodies).toEqual([{ from: '21:30', until: '07:00' }])
  await flip()
  await expectText('Notifications come at any hour.')
  expect([toggle().checked, document.querySelector('select'), storedHours]).toEqual([false, null, {}])
  await flip()
  await expectText('Silent from 22:00 to 7:00')
  await waitUntil(() => bodies.length > 1)
  expect(bodies.at(-1)).toEqual({ from: '22:00', until: '07:00' })
})

test('quiet hours cannot start and end at the same time', async () => {
  await render(<QuietHours />)
  await expectText('Silent from')
  const values = (name: string) => [...select(name).options].map(({ value }) => value)
  expect(values('from')).not.toContain('07:00')
  expect(values('until')).not.toContain('22:00')
  expect(values('from')).toHaveLength(47)
})

test('quiet hours are restored with a message when the server refuses a change', async () => {
  stub(removeQuietHours, () => refusal('unexpectederror'))
  await render(<QuietHours />)
  await expectText('Silent from 22:00 to 7:00')
  await flip()
  await waitUntil(() => shownToasts().length > 0)
  expect(shownToasts()).toHaveLength(1)
  await expectText('Silent from 22:00 to 7:00')
})

test('the setting of quiet hours offers a retry when loading failed', async () => {
  stub(getQuietHours, () => refusal('unexpectederror'))
  await render(<QuietHours />)
  await expectText('Your quiet hours did not load.')
  stub(getQuietHours, storedHours)
  await press('Try again')
  await expectText('Silent from 22:00 to 7:00')
  expect(calls).toHaveLength(2)
})
