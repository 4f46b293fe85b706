import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { LIST_TITLE_ID } from '#web/rooms/outbox/unsent-words.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { tellRefused } from './tell-refused.ts'

const showList = vi.fn()
const TOLD = 'Report to the team: not accepted. It is kept, with the reason.'
let isReached = false
let stop: () => void
const me = crypto.randomUUID()

const report = () =>
  outbox.send({ kind: 'report', id: 'r1', place: 'team', payload: { kind: 'post', id: 'p1', reason: 'Doublon' } })
const reach = () => {
  isReached = true
  outbox.wake()
}
const isRefused = () => outbox.waiting().some(({ refused }) => refused)
const told = () => shownToasts().map(({ text }) => text)

beforeAll(async () => {
  await setLanguage('en')
  await loadTexts('outbox')
  tellRefused(showList)
})
beforeEach(async () => {
  isReached = false
  stop = outbox.serve('report', {
    send: async () => {
      throw isReached ? new ApiError('error404', 404) : new ApiError('networkerror', 0)
    },
    onSent: () => {},
  })
  await outbox.open(me)
})
afterEach(async () => {
  for (const { id } of outbox.waiting()) outbox.forget(id)
  for (const { id } of shownToasts()) closeToast(id)
  document.getElementById(LIST_TITLE_ID)?.remove()
  stop()
  await outbox.open(null)
  showList.mockClear()
})

test('what is refused is told once, with the way to the list', async () => {
  await report()
  expect(told()).toEqual([])
  reach()
  await expect.poll(told).toEqual([TOLD])
  shownToasts()[0]!.action!.onClick()
  expect(showList).toHaveBeenCalledOnce()
})

test('it is not told over the list itself', async () => {
  const title = document.createElement('h2')
  title.id = LIST_TITLE_ID
  title.textContent = 'Not sent yet'
  document.body.prepend(title)
  await report()
  reach()
  await expect.poll(isRefused).toBe(true)
  expect(told()).toEqual([])
})

test('nor what was refused before the page came', async () => {
  await report()
  reach()
  await expect.poll(told).toEqual([TOLD])
  for (const { id } of shownToasts()) closeToast(id)
  await outbox.open(null)
  await outbox.open(me)
  await expect.poll(isRefused).toBe(true)
  expect(told()).toEqual([])
})
