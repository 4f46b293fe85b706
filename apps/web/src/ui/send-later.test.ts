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

test('says that the item is stored on the device, or that it follows earlier ones', async () => {
  expect(await sendLater(report('a'))).toBe('device')
  await expect
    .poll(told)
    .toEqual(['This cannot be sent right now. It is kept on this device and will be sent by itself.'])
  expect(await sendLater(report('b'))).toBe('device')
  await expect.poll(told).toEqual(['Kept on this device: it will be sent by itself, after what is waiting already.'])
})

test("says to leave the page open if the device's storage is full", async () => {
  device.hasRoom = false
  expect(await sendLater(report('a'))).toBe('page')
  await expect.poll(() => told().join()).toContain('there is no room on this device. Leave this page open')
  expect(outbox.waiting()).toMatchObject([{ id: 'a', onlyHere: true }])
})

test('says that there is no network if its own texts are not loaded', async () => {
  vi.spyOn(i18n, 'loadTexts').mockRejectedValue(new Error('could not be loaded'))
  expect(await sendLater(report('a'))).toBe('device')
  await expect.poll(told).toEqual(['Network issue: unable to contact server'])
})

test('queues nothing if nobody is signed in', async () => {
  await outbox.open(null)
  vi.useFakeTimers()
  const kept = sendLater(report('a'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await kept).toBeNull()
  expect(told()).toEqual([])
})
