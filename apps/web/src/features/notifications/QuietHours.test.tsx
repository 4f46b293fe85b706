import {
  getQuietHours,
  type QuietHours as Hours,
  removeQuietHours,
  setQuietHours,
} from '@parvis/contract/notifications.ts'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { bodies, calls, draw, drawAlone, press, refusal, shows, stub, until } from '#web/testing/draw-alone.tsx'
import { shownToasts } from '#web/ui/toasts.ts'
import { QuietHours } from './QuietHours.tsx'

drawAlone('notifications')

let kept: Hours
beforeEach(() => {
  kept = { from: '22:00', until: '07:00' }
  stub(getQuietHours, () => kept)
  stub(setQuietHours, ({ body }) => (kept = body as Hours))
  stub(removeQuietHours, () => (kept = {}))
})
const toggle = () => document.querySelector<HTMLInputElement>('[role=switch]')!
const flip = () => act(async () => toggle().click())
const select = (name: string) => document.querySelector<HTMLSelectElement>(`select[name=${name}]`)!
const pick = (name: string, value: string) =>
  act(async () => {
    select(name).value = value
    select(name).dispatchEvent(new Event('change', { bubbles: true }))
  })

test('shows and changes quiet hours, turns them off, and proposes the usual ones again', async () => {
  await draw(<QuietHours />)
  await shows('Silent from 22:00 to 7:00')
  expect(toggle().checked).toBe(true)
  await pick('from', '21:30')
  await shows('Silent from 21:30 to 7:00')
  await until(() => bodies.length > 0)
  expect(bodies).toEqual([{ from: '21:30', until: '07:00' }])
  await flip()
  await shows('Notifications come at any hour.')
  expect([toggle().checked, document.querySelector('select'), kept]).toEqual([false, null, {}])
  await flip()
  await shows('Silent from 22:00 to 7:00')
  await until(() => bodies.length > 1)
  expect(bodies.at(-1)).toEqual({ from: '22:00', until: '07:00' })
})

test('does not offer one end at the time of the other', async () => {
  await draw(<QuietHours />)
  await shows('Silent from')
  const values = (name: string) => [...select(name).options].map(({ value }) => value)
  expect(values('from')).not.toContain('07:00')
  expect(values('until')).not.toContain('22:00')
  expect(values('from')).toHaveLength(47)
})

test('restores a change that is refused, and says so', async () => {
  stub(removeQuietHours, () => refusal('unexpectederror'))
  await draw(<QuietHours />)
  await shows('Silent from 22:00 to 7:00')
  await flip()
  await until(() => shownToasts().length > 0)
  expect(shownToasts()).toHaveLength(1)
  await shows('Silent from 22:00 to 7:00')
})

test('offers a retry when loading failed', async () => {
  stub(getQuietHours, () => refusal('unexpectederror'))
  await draw(<QuietHours />)
  await shows('Your quiet hours did not load.')
  stub(getQuietHours, kept)
  await press('Try again')
  await shows('Silent from 22:00 to 7:00')
  expect(calls).toHaveLength(2)
})
