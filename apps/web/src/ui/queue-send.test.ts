import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { device } from '#web/kernel/outbox/memory-store.ts'
import * as i18n from '#web/kernel/text/i18n.ts'
import { queueSend } from './queue-send.ts'
import { closeToast, shownToasts } from './toasts.ts'

vi.mock('#web/kernel/outbox/pending-store.ts', () => import('#web/kernel/outbox/memory-store.ts'))

const report = (id: string) =>
  ({ kind: 'report', id, place: 'team', payload: { kind: 'post', id, reason: 'Doublon' } }) as const
const toastTexts = () => shownToasts().map(({ text }) => text)

beforeAll(async () => {
  await i18n.setLanguage('en')
  await i18n.loadTexts('frame', 'outbox')
})
beforeEach(async () => {
  device.reset()
  await outbox.open('me')
})
afterEach(async () => {
  for (const { id } of outbox.pending()) outbox.cancel(id)
  for (const { id } of shownToasts()) closeToast(id)
  await outbox.open(null)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('queueSend says in a toast that the item is stored on the device, or that it will be sent after earlier items', async () => {
  expect(await queueSend(report('a'))).toBe('device')
  await expect
    .poll(toastTexts)
    .toEqual(['This cannot be sent right now. It is kept on this device and will be sent by itself.'])
  expect(await queueSend(report('b'))).toBe('device')
  await expect
    .poll(toastTexts)
    .toEqual(['Kept on this device: it will be sent by itself, after what is waiting already.'])
})

test('queueSend asks in a toast to leave the page open if the device’s storage is full', async () => {
  device.hasRoom = false
  expect(await queueSend(report('a'))).toBe('page')
  await expect.poll(() => toastTexts().join()).toContain('there is no room on this device. Leave this page open')
  expect(outbox.pending()).toMatchObject([{ id: 'a', onlyHere: true }])
})

test('queueSend says in a toast that there is no network if its own texts cannot be loaded', async () => {
  vi.spyOn(i18n, 'loadTexts').mockRejectedValue(new Error('could not be loaded'))
  expect(await queueSend(report('a'))).toBe('device')
  await expect.poll(toastTexts).toEqual(['Network issue: unable to contact server'])
})

test('queueSend queues nothing if nobody is signed in', async () => {
  await outbox.open(null)
  vi.useFakeTimers()
  const result = queueSend(report('a'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await result).toBeNull()
  expect(toastTexts()).toEqual([])
})
