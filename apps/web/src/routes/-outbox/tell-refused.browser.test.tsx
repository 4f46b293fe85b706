import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { LIST_TITLE_ID } from '#web/features/outbox/unsent-words.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { endRefusedWhereListed, tellRefused } from './tell-refused.ts'

const showList = vi.fn()
const TOLD = 'Not accepted: Report to the team. Nothing is lost.'
let isReached = false
let stop: () => void
const me = crypto.randomUUID()

const report = (id = 'r1', about?: string) =>
  outbox.send({ kind: 'report', id, place: 'team', payload: { kind: 'post', id: 'p1', reason: 'Doublon' }, about })
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

test('shows a refusal once, with a link to the list', async () => {
  await report()
  expect(told()).toEqual([])
  reach()
  await expect.poll(told).toEqual([TOLD])
  shownToasts()[0]!.action!.onClick()
  expect(showList).toHaveBeenCalledOnce()
})

test('names the subject, combines several refusals in one toast, and closes it where the list is read', async () => {
  await report('r1', 'Vide-grenier')
  reach()
  await expect.poll(told).toEqual(['Not accepted: Report to the team “Vide-grenier”. Nothing is lost.'])
  isReached = false
  await report('r2', 'x'.repeat(100))
  reach()
  await expect.poll(told).toEqual(['2 things were not accepted. Nothing is lost.'])
  // Once the user has closed the toast, earlier refusals are not repeated.
  for (const { id } of shownToasts()) closeToast(id)
  isReached = false
  await report('r3', 'x'.repeat(100))
  reach()
  await expect.poll(told).toEqual([`Not accepted: Report to the team “${'x'.repeat(59)}…”. Nothing is lost.`])
  endRefusedWhereListed()
  expect(told()).toHaveLength(1)
  const title = document.createElement('h2')
  title.id = LIST_TITLE_ID
  title.textContent = 'Not sent'
  document.body.prepend(title)
  endRefusedWhereListed()
  expect(told()).toEqual([])
})

test('shows no toast while the list is in view', async () => {
  const title = document.createElement('h2')
  title.id = LIST_TITLE_ID
  title.textContent = 'Not sent yet'
  document.body.prepend(title)
  await report()
  reach()
  await expect.poll(isRefused).toBe(true)
  expect(told()).toEqual([])
})

test('shows no toast for a message whose conversation is open, but one for another conversation with the same text', async () => {
  const stopMessages = outbox.serve('message', {
    send: async () => {
      throw isReached ? new ApiError('forbidden', 403) : new ApiError('networkerror', 0)
    },
    onSent: () => {},
  })
  const thread = document.createElement('div')
  thread.role = 'log'
  thread.textContent = 'ok'
  document.body.prepend(thread)
  const write = async (tmpId: string) => {
    isReached = false
    const message = { tmpId, to: 'bob', text: 'ok' }
    await outbox.send({ kind: 'message', id: tmpId, place: 'to bob', payload: message, to: 'Bob', shownThere: true })
    reach()
    await expect.poll(() => outbox.waiting().find(({ id }) => id === tmpId)?.refused).toBeDefined()
  }
  thread.dataset.place = 'to bob'
  await write('m1')
  expect(told()).toEqual([])
  thread.dataset.place = 'to cyr'
  await write('m2')
  await expect.poll(told).toEqual(['Not accepted: Message to Bob. Nothing is lost.'])
  thread.remove()
  stopMessages()
})

test('shows no toast for items refused before the page was opened', async () => {
  await report()
  reach()
  await expect.poll(told).toEqual([TOLD])
  for (const { id } of shownToasts()) closeToast(id)
  await outbox.open(null)
  await outbox.open(me)
  await expect.poll(isRefused).toBe(true)
  expect(told()).toEqual([])
})
