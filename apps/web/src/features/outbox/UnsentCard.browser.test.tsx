import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { stored } from '#web/kernel/device/stored.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { unsentCounter } from '#web/kernel/outbox/unsent-count.ts'
import type { Refusal, OutgoingItem, UnsentKind } from '#web/kernel/outbox/pending.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { render, expectNoAxeViolations } from '#web/ui/testing/render.tsx'
import { ToastRegion } from '#web/ui/Toast.tsx'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { outboxKinds } from '#web/app/features.ts'
import { UnsentCard } from './UnsentCard.tsx'

const onChange = vi.fn()
const onSend = vi.fn()
/** Error with which the server refuses every item; null simulates being offline, so that items stay pending. */
let refusal: Refusal | null = null
const stops: (() => void)[] = []

const report = (id: string, reason: string): OutgoingItem => ({
  kind: 'report',
  id,
  place: 'team',
  about: 'Vide-grenier',
  payload: { kind: 'post', id, reason },
})

beforeEach(async () => {
  refusal = null
  await loadTexts('outbox')
  await outbox.open(crypto.randomUUID())
  for (const kind of ['report', 'profile', 'message'] as const satisfies UnsentKind[])
    stops.push(
      outbox.registerSender(kind, {
        send: async one => {
          onSend(one.id)
          throw refusal ? new ApiError(refusal.key, 400, refusal) : new ApiError('networkerror', 0)
        },
        onSent: () => {},
      }),
    )
  await render(
    <>
      <h1>Live</h1>
      <UnsentCard kinds={outboxKinds} onChange={onChange} />
      <ToastRegion />
    </>,
  )
})
afterEach(async () => {
  for (const { id } of shownToasts()) closeToast(id)
  for (const stop of stops.splice(0)) stop()
  for (const { id } of outbox.pending()) outbox.cancel(id)
  await outbox.open(null)
  vi.clearAllMocks()
})

const foldButton = () => page.getByRole('button', { name: /waiting$/ })
const lineCount = () => page.getByRole('listitem').elements().length

test('removing an item moves the focus to the next one, and the item can be restored', async () => {
  for (const about of ['Un', 'Deux', 'Trois']) await outbox.send({ ...report(about, 'Doublon'), about })
  await foldButton().click()
  await expect.poll(lineCount).toBe(3)
  await expectNoAxeViolations()
  await page.getByRole('button', { name: 'Do not send: Deux' }).click()
  await expect.poll(lineCount).toBe(2)
  await expect.element(page.getByRole('button', { name: 'Do not send: Trois' })).toHaveFocus()
  await page.getByRole('button', { name: 'Do not send: Trois' }).click()
  // Only one line remains, and a single item is not collapsed.
  await expect.element(page.getByRole('button', { name: 'Do not send: Un' })).toHaveFocus()
  await expect.poll(lineCount).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => outbox.pending().map(({ id }) => id)).toEqual(['Un', 'Trois'])
})

test('several pending items are collapsed to one line, whose height is stored for the placeholder of the next start', async () => {
  await outbox.send(report('p1', 'Publicité'))
  await expect.poll(lineCount).toBe(1)
  await outbox.send(report('p2', 'Doublon'))
  await expect.element(foldButton()).toHaveAttribute('aria-expanded', 'false')
  await expect.element(foldButton()).toHaveTextContent('Not sent yet 2 waiting')
  expect(lineCount()).toBe(0)
  await expectNoAxeViolations()
  const card = page.getByRole('region', { name: 'Not sent yet' }).element() as HTMLElement
  const height = card.offsetHeight
  expect(height).toBeLessThan(64)
  await foldButton().click()
  await expect.poll(lineCount).toBe(2)
  expect(card.offsetHeight).toBeGreaterThan(height)
  expect(stored('unsentheight')).toBe(height)
  await foldButton().click()
  await expect.poll(lineCount).toBe(0)
})

test('refused items are always expanded and marked as not sent, beside collapsed pending ones', async () => {
  refusal = { key: 'error404' }
  await outbox.send(report('p1', 'Publicité'))
  await expect.element(page.getByRole('heading', { name: 'Not sent', exact: true })).toBeVisible()
  await expect.element(page.getByText('Not accepted. This post no longer exists.')).toBeVisible()
  refusal = null
  await outbox.send({ ...report('p2', 'Doublon'), place: 'other', about: 'Deux' })
  await expect.element(page.getByRole('heading', { name: 'Not sent yet', exact: true })).toBeVisible()
  await expect.poll(lineCount).toBe(2)
  await outbox.send({ ...report('p3', 'Doublon'), place: 'other', about: 'Trois' })
  await expect.poll(lineCount).toBe(1)
  await expectNoAxeViolations()
  await page.getByRole('button', { name: 'Discard: Vide-grenier' }).click()
  await expect.poll(lineCount).toBe(0)
  await expect.element(foldButton()).toHaveFocus()
})

test('the height of the card is stored for the placeholder of the next start, and deleted when nothing is pending', async () => {
  await outbox.send(report('p1', 'Publicité'))
  const card = page.getByRole('region', { name: 'Not sent yet' })
  await expect.element(card).toBeVisible()
  expect(stored('unsentheight')).toBe((card.element() as HTMLElement).offsetHeight)
  outbox.cancel('p1')
  await expect.poll(() => [unsentCounter.get(), stored('unsentheight')]).toEqual([0, null])
})

test('a refused item shows the error text of its feature, and can be changed but not sent again', async () => {
  refusal = { key: 'pseudoduplicate' }
  await outbox.send({ kind: 'profile', id: 'me', place: 'profile', payload: { body: {}, stay: null, draft: null } })
  // This screen has not loaded the texts of the profile feature, so the card must load them itself.
  await expect.element(page.getByText(/^Not accepted\. Nickname already used\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Change: My profile' }).click()
  expect(onChange).toHaveBeenCalledOnce()
  expect(page.getByRole('button', { name: /^Try again/ }).elements()).toEqual([])
})

test('an item refused because of a rate limit can be sent again, copied or discarded', async () => {
  refusal = { key: 'toomanyrequests', params: { seconds: 80_000 } }
  await outbox.send(report('p1', 'Publicité'))
  // The error does not repeat the remaining hours, which were only true at the refusal.
  await expect.element(page.getByText('Not accepted. This is the limit for one day. Try again later.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again: Vide-grenier' }).click()
  await expect.poll(() => onSend.mock.calls.length).toBe(2)
  const clipboardWrite = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.getByRole('button', { name: 'Copy: Vide-grenier' }).click()
  await expect.element(page.getByText('Copied.', { exact: true })).toBeVisible()
  expect(clipboardWrite).toHaveBeenCalledExactlyOnceWith('Publicité')
  clipboardWrite.mockRestore()
  await page.getByRole('button', { name: 'Discard: Vide-grenier' }).click()
  await expect.element(page.getByText('It will not be sent.')).toBeVisible()
})

test('a message names its recipient, and cannot be sent again when the recipient is gone', async () => {
  refusal = { key: 'forbidden' }
  const message = { tmpId: 'm1', to: 'mehdi', text: 'Bonsoir' }
  await outbox.send({
    kind: 'message',
    id: 'm1',
    place: 'to mehdi',
    payload: message,
    to: 'Mehdi B.',
    shownThere: true,
  })
  const group = { tmpId: 'm2', eventId: 'e1', text: 'Qui vient ?' }
  await outbox.send({ kind: 'message', id: 'm2', place: 'group e1', payload: group, to: 'Le repas', shownThere: true })
  await expect.element(page.getByText('Message to Mehdi B.')).toBeVisible()
  await expect.element(page.getByText('Message to the group “Le repas”')).toBeVisible()
  await expect
    .poll(() => page.getByText('Not accepted. You can no longer write in this conversation.').elements().length)
    .toBe(2)
  await expect.element(page.getByRole('button', { name: 'Copy: Bonsoir' })).toBeVisible()
  expect(page.getByRole('button', { name: /^Try again/ }).elements()).toEqual([])
})

test('all buttons of the card are aligned to one edge at double text size', async () => {
  document.documentElement.style.fontSize = '200%'
  refusal = { key: 'toomanyrequests', params: { seconds: 80_000 } }
  await page.viewport(390, 844)
  try {
    await outbox.send(report('p1', 'Publicité'))
    await outbox.send({ kind: 'profile', id: 'me', place: 'profile', payload: { body: {}, stay: null, draft: null } })
    await expect.element(page.getByRole('button', { name: 'Copy: Vide-grenier' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Change: My profile' })).toBeVisible()
    const rows = page
      .getByRole('listitem')
      .elements()
      .flatMap(line => {
        const buttons = [...line.querySelectorAll('button')].map(button => button.getBoundingClientRect())
        return [...Map.groupBy(buttons, ({ top }) => Math.round(top)).values()].map(row =>
          Math.min(...row.map(one => one.left)),
        )
      })
    expect(rows.length).toBeGreaterThan(2)
    expect(new Set(rows.map(Math.round)).size).toBe(1)
  } finally {
    document.documentElement.style.fontSize = ''
    await page.viewport(414, 896)
  }
})
