import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#web/kernel/http/api.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { device } from '#web/kernel/outbox/memory-store.ts'
import type { OutgoingItem } from '#web/kernel/outbox/pending.ts'
import type { OutboxKind } from '#web/ui/feature.ts'
import { render, renderStandalone, expectText } from '#web/testing/render-standalone.tsx'
import { outboxKinds } from '../features.ts'
import { UnsentCard } from '#web/features/outbox/UnsentCard.tsx'

vi.mock('#web/kernel/outbox/pending-store.ts', () => import('#web/kernel/outbox/memory-store.ts'))
renderStandalone('outbox')

beforeEach(async () => {
  device.reset()
  await outbox.open('me')
})
afterEach(() =>
  act(async () => {
    for (const { id } of outbox.pending()) outbox.cancel(id)
    await outbox.open(null)
  }),
)

const PAGE_ONLY = 'Leave this page open until it has been sent.'
const report = (id: string): OutgoingItem<'report'> => ({
  kind: 'report',
  id,
  place: 'team',
  payload: { kind: 'post', id, reason: 'Doublon' },
})
const renderCard = (kinds: readonly OutboxKind[] = outboxKinds) =>
  render(<UnsentCard kinds={kinds} onChange={() => {}} />)

test.each([
  ['given', true, 'Answer'],
  ['retracted', false, 'Answer taken back'],
])('the name of a pending answer shows that the answer will be %s', async (_, interested, name) => {
  await outbox.send({
    kind: 'answer',
    id: 'a',
    place: 'answer p1',
    payload: { eventId: 'p1', interested },
    about: 'Apéro',
  })
  await renderCard()
  await expectText('Apéro')
  expect(document.querySelector('li b')?.textContent).toBe(name)
})

describe('the warning that an item is not stored on the device', () => {
  test('is shown when at least one item could not be stored', async () => {
    device.hasRoom = false
    await outbox.send(report('r1'))
    await renderCard()
    await expectText(PAGE_ONLY)
    device.hasRoom = true
    await act(() => outbox.send(report('r2')))
    await expectText('2 waiting')
    expect(document.body.textContent).toContain(PAGE_ONLY)
  })

  test('is not shown when all items are stored', async () => {
    await outbox.send(report('r1'))
    await renderCard()
    await expectText('Not sent yet')
    expect(document.body.textContent).not.toContain(PAGE_ONLY)
  })
})

test.each(['forbidden', 'error404'] as const)(
  'a message whose recipient can no longer be reached (%s) shows that, and cannot be sent again',
  async key => {
    const stop = outbox.registerSender('message', {
      send: async () => {
        throw new ApiError(key, 400)
      },
      onSent: () => {},
    })
    const message = { tmpId: 'm1', to: 'mehdi', text: 'Bonsoir' }
    await outbox.send({
      kind: 'message',
      id: 'm1',
      place: 'to mehdi',
      payload: message,
      to: 'Mehdi B.',
      shownThere: true,
    })
    await renderCard()
    await expectText('Not accepted. You can no longer write in this conversation.')
    expect([...document.querySelectorAll('li button')].map(one => one.textContent)).toEqual(['Copy', 'Discard'])
    stop()
  },
)

const post: OutgoingItem<'post'> = {
  kind: 'post',
  id: 'p1',
  place: 'posts',
  payload: {
    draft: {
      tmpId: 'p1',
      fr: { title: 'Apéro', description: 'Ce soir dans la cour', alt: '' },
      en: { title: '', description: 'Tonight in the courtyard', alt: '' },
      link: null,
      photo: 'none',
      channelId: null,
      sent: 'no',
    },
  },
  about: 'Apéro',
}
const message: OutgoingItem<'message'> = {
  kind: 'message',
  id: 'm1',
  place: 'to mehdi',
  payload: { tmpId: 'm1', to: 'mehdi', text: 'Bonsoir' },
  to: 'Mehdi B.',
  shownThere: true,
}
const profile: OutgoingItem<'profile'> = {
  kind: 'profile',
  id: 'profile',
  place: 'profile',
  payload: { body: { description: 'Je jardine' }, stay: null, draft: null },
}
test.each<[string, OutgoingItem, string]>([
  ['post', post, 'Apéro\n\nCe soir dans la cour\n\nTonight in the courtyard'],
  ['message', message, 'Bonsoir'],
  ['report', report('r1'), 'Doublon'],
  ['profile', profile, 'Je jardine'],
])(
  'a %s with a field unknown to the server remains in the outbox, visible, and can be copied',
  async (_, item, expectedText) => {
    const attempts: string[] = []
    const stop = outbox.registerSender(item.kind, {
      send: async ({ id }) => {
        attempts.push(id)
        throw new ApiError('badrequest', 400, { field: 'lang.en.mood' })
      },
      onSent: () => {},
    })
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await outbox.send(item)
    await renderCard()
    await expectText('Not accepted. The server did not understand this request.')
    const button = [...document.querySelectorAll('li button')].find(one => one.textContent === 'Copy')
    await act(async () => (button as HTMLElement | undefined)?.click())
    expect(copied.mock.calls).toEqual([[expectedText]])
    // The item also remains after the page is reopened, and is not sent again automatically.
    await act(async () => {
      await outbox.open(null)
      await outbox.open('me')
      outbox.retryAll()
    })
    await expectText('Not accepted.')
    expect([outbox.pending().map(({ id }) => id), attempts]).toEqual([[item.id], [item.id]])
    stop()
  },
)

test('an item refused because of a rate limit can be sent again, even if its feature has a form to change the item', async () => {
  const stop = outbox.registerSender('report', {
    send: async () => {
      throw new ApiError('toomanyrequests', 429, { params: { seconds: 50_000 } })
    },
    onSent: () => {},
  })
  await outbox.send(report('r1'))
  const form = { target: () => ({ to: '/' }) as const }
  await renderCard(outboxKinds.map(kind => ({ ...kind, form })))
  await expectText('This is the limit for one day.')
  expect([...document.querySelectorAll('li button')].map(one => one.textContent)).toEqual([
    'Change',
    'Try again',
    'Copy',
    'Discard',
  ])
  stop()
})
