import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { UNSENT_TITLE_ID } from '#web/features/outbox/unsent-text.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { closeRefusalToastInList, watchRefusals } from './refusal-toast.ts'

const showList = vi.fn()
const MESSAGE = 'Not accepted: Report to the team. Nothing is lost.'
let isReachable = false
let stopHandler: () => void
const me = crypto.randomUUID()

const report = (id = 'r1', about?: string) =>
  outbox.send({ kind: 'report', id, place: 'team', payload: { kind: 'post', id: 'p1', reason: 'Doublon' }, about })
const goOnline = () => {
  isReachable = true
  outbox.retryAll()
}
const isRefused = () => outbox.pending().some(({ refused }) => refused)
const toastTexts = () => shownToasts().map(({ text }) => text)

beforeAll(async () => {
  await setLanguage('en')
  await loadTexts('outbox')
  watchRefusals(showList)
})
beforeEach(async () => {
  isReachable = false
  stopHandler = outbox.registerSender('report', {
    send: async () => {
      throw isReachable ? new ApiError('error404', 404) : new ApiError('networkerror', 0)
    },
    onSent: () => {},
  })
  await outbox.open(me)
})
afterEach(async () => {
  for (const { id } of outbox.pending()) outbox.cancel(id)
  for (const { id } of shownToasts()) closeToast(id)
  document.getElementById(UNSENT_TITLE_ID)?.remove()
  stopHandler()
  await outbox.open(null)
  showList.mockClear()
})

test('a refusal is shown once, with a link to the list of unsent items', async () => {
  await report()
  expect(toastTexts()).toEqual([])
  goOnline()
  await expect.poll(toastTexts).toEqual([MESSAGE])
  shownToasts()[0]!.action!.onClick()
  expect(showList).toHaveBeenCalledOnce()
})

test('a single toast names one refused item or counts several, and closes once the list of unsent items is in view', async () => {
  await report('r1', 'Vide-grenier')
  goOnline()
  await expect.poll(toastTexts).toEqual(['Not accepted: Report to the team “Vide-grenier”. Nothing is lost.'])
  isReachable = false
  await report('r2', 'x'.repeat(100))
  goOnline()
  await expect.poll(toastTexts).toEqual(['2 things were not accepted. Nothing is lost.'])
  // After the user has closed the toast, earlier refusals are not shown again.
  for (const { id } of shownToasts()) closeToast(id)
  isReachable = false
  await report('r3', 'x'.repeat(100))
  goOnline()
  await expect.poll(toastTexts).toEqual([`Not accepted: Report to the team “${'x'.repeat(59)}…”. Nothing is lost.`])
  closeRefusalToastInList()
  expect(toastTexts()).toHaveLength(1)
  const title = document.createElement('h2')
  title.id = UNSENT_TITLE_ID
  title.textContent = 'Not sent'
  document.body.prepend(title)
  closeRefusalToastInList()
  expect(toastTexts()).toEqual([])
})

test('no toast is shown while the list of unsent items is in view', async () => {
  const title = document.createElement('h2')
  title.id = UNSENT_TITLE_ID
  title.textContent = 'Not sent yet'
  document.body.prepend(title)
  await report()
  goOnline()
  await expect.poll(isRefused).toBe(true)
  expect(toastTexts()).toEqual([])
})

test('a refused message shows no toast while its conversation is open, but a message of another conversation shows one', async () => {
  const stopMessages = outbox.registerSender('message', {
    send: async () => {
      throw isReachable ? new ApiError('forbidden', 403) : new ApiError('networkerror', 0)
    },
    onSent: () => {},
  })
  const thread = document.createElement('div')
  thread.role = 'log'
  thread.textContent = 'ok'
  document.body.prepend(thread)
  const write = async (tmpId: string) => {
    isReachable = false
    const message = { tmpId, to: 'bob', text: 'ok' }
    await outbox.send({ kind: 'message', id: tmpId, place: 'to bob', payload: message, to: 'Bob', shownThere: true })
    goOnline()
    await expect.poll(() => outbox.pending().find(({ id }) => id === tmpId)?.refused).toBeDefined()
  }
  thread.dataset.place = 'to bob'
  await write('m1')
  expect(toastTexts()).toEqual([])
  thread.dataset.place = 'to cyr'
  await write('m2')
  await expect.poll(toastTexts).toEqual(['Not accepted: Message to Bob. Nothing is lost.'])
  thread.remove()
  stopMessages()
})

test('items that were refused before the page was opened show no toast', async () => {
  await report()
  goOnline()
  await expect.poll(toastTexts).toEqual([MESSAGE])
  for (const { id } of shownToasts()) closeToast(id)
  await outbox.open(null)
  await outbox.open(me)
  await expect.poll(isRefused).toBe(true)
  expect(toastTexts()).toEqual([])
})
