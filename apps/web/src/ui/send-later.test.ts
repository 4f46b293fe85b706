import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { device } from '#web/kernel/outbox/some-store.ts'
import * as i18n from '#web/kernel/text/i18n.ts'
import { sendLater } from './send-later.ts'
import { closeToast, shownToasts } from './toasts.ts'

vi.mock('#web/kernel/outbox/waiting-store.ts', () => import('#web/kernel/outbox/some-store.ts'))

const report = (id: string) =>
  ({ kind: 'report', id, place: 'team', payload: { kind: 'post', id, reason: 'Doublon' } }) as const
const told = () => shownToasts().map(({ text }) => text)

beforeAll(async () => {
  await i18n.setLanguage('en')
  await i18n.loadTexts('outbox', 'errors')
})
beforeEach(async () => {
  device.renew()
  await outbox.open('me')
})
afterEach(async () => {
  for (const { id } of outbox.waiting()) outbox.forget(id)
  for (const { id } of shownToasts()) closeToast(id)
  await outbox.open(null)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('says that it is kept on the device; behind something that waits, that it follows', async () => {
  expect(await sendLater(report('a'))).toBe('device')
  await expect
    .poll(told)
    .toEqual(['This cannot be sent right now. It is kept on this device and will be sent by itself.'])
  expect(await sendLater(report('b'))).toBe('device')
  await expect.poll(told).toEqual(['Kept on this device: it will be sent by itself, after what is waiting already.'])
})

test('says to leave the page open where the device has no room', async () => {
  device.hasRoom = false
  expect(await sendLater(report('a'))).toBe('page')
  await expect.poll(() => told().join()).toContain('there is no room on this device. Leave this page open')
  expect(outbox.waiting()).toMatchObject([{ id: 'a', onlyHere: true }])
})

test('says that there is no network where its own words have not come before that was gone', async () => {
  vi.spyOn(i18n, 'loadTexts').mockRejectedValue(new Error('did not come'))
  expect(await sendLater(report('a'))).toBe('device')
  await expect.poll(told).toEqual(['Network issue: unable to contact server'])
})

test('takes nothing where nobody is here', async () => {
  await outbox.open(null)
  vi.useFakeTimers()
  const kept = sendLater(report('a'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await kept).toBeNull()
  expect(told()).toEqual([])
})
