import { type FeedPost, removeEvent } from '@parvis/contract/feed.ts'
import { publishTemplate } from '@parvis/contract/templates.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { shownToasts } from '#web/ui/toasts.ts'
import { stored } from '#web/kernel/device/stored.ts'
import { bodies, calls, noNetwork, press, stub, waitUntil, clearPage } from '#web/testing/render-standalone.tsx'
import {
  event,
  onQueued,
  onLeave,
  onPublished,
  openForm,
  pressChip,
  previewValues,
  setUpTemplateForm,
} from './testing/template-form.tsx'

// The outbox is mocked, because these tests do not cover it.
const queueSend = vi.hoisted(() => vi.fn<() => Promise<'device' | null>>())
vi.mock('#web/ui/queue-send.ts', () => ({ hasPendingBefore: async () => false, queueSend: queueSend }))

setUpTemplateForm()

beforeEach(() => {
  queueSend.mockReset()
  queueSend.mockResolvedValue(null)
})

describe('a publication', () => {
  test('has the content of the preview', async () => {
    await openForm()
    await press('Outdoors')
    await press('Tomorrow')
    await pressChip('Time', 2)
    const promised = previewValues()
    await press('Post')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect(bodies).toMatchObject([{ templateId: 't1', ...promised }])
    expect([onPublished.mock.calls, shownToasts().length]).toEqual([[[event, true]], 1])
  })

  test('reuses its idempotency key after a lost response, a cancellation in flight and another visit', async () => {
    const response = Promise.withResolvers<Response>()
    stub(publishTemplate, () => response.promise)
    await openForm()
    await press('Post')
    await waitUntil(() => bodies.length === 1)
    await press('Cancel')
    expect(onLeave).toHaveBeenCalledOnce()
    await clearPage()
    response.reject(new TypeError('Failed to fetch'))
    await waitUntil(() => shownToasts().length > 0)
    expect(shownToasts()[0]!.text).toMatch(/may/)
    // An item cancelled in flight must not be sent again automatically.
    expect(queueSend).not.toHaveBeenCalled()
    stub(publishTemplate, event)
    await openForm()
    await press('Post')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    const [first, second] = bodies as { tmpId: string }[]
    expect(second!.tmpId).toBe(first!.tmpId)
  })

  test('has a new idempotency key when an unsent draft of one tab is continued in another tab', async () => {
    await openForm()
    await press('Outdoors')
    const saved = Object.values(stored('publications')!)[0] as { tmpId: string }
    await clearPage()
    await openForm()
    expect(previewValues()).toMatchObject({ choiceId: 'outdoors' })
    await press('Post')
    await waitUntil(() => bodies.length === 1)
    expect(bodies).toMatchObject([{ choiceId: 'outdoors', tmpId: expect.not.stringMatching(saved.tmpId) }])
  })

  test('is queued in the outbox, and the form closes, when the server is unreachable', async () => {
    queueSend.mockResolvedValue('device')
    stub(publishTemplate, noNetwork)
    await openForm()
    await press('Post')
    await waitUntil(() => onQueued.mock.calls.length > 0)
    expect([onQueued.mock.calls.length, queueSend.mock.calls.length]).toEqual([1, 1])
    expect(calls.filter(call => call.startsWith('POST'))).toHaveLength(1)
    await clearPage()
    await openForm()
    expect(previewValues()).toMatchObject({ dateId: 'now', choiceId: null })
  })

  test('replaces a publication with other content that the server had stored at an earlier attempt', async () => {
    stub(publishTemplate, noNetwork)
    await openForm()
    await press('Post')
    await waitUntil(() => bodies.length === 1)
    await press('Outdoors')
    stub(removeEvent, () => Response.json(null))
    stub(publishTemplate, ({ body }) => {
      const { tmpId } = body as { tmpId: string }
      // The server had stored the first attempt, so it returns the content of the first attempt.
      const isFirst = tmpId === (bodies[0] as { tmpId: string }).tmpId
      return {
        ...event,
        channelsIds: [],
        eventId: { ...event.eventId, dateId: 'now', timeId: null, choiceId: isFirst ? null : 'outdoors' },
      } as FeedPost
    })
    await press('Post')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect(calls.filter(call => /^(?:POST|DELETE)/.test(call)).slice(1)).toEqual([
      'POST /templates/publish',
      'DELETE /events/p1',
      'POST /templates/publish',
    ])
    expect(onPublished.mock.calls[0]![0].eventId.choiceId).toBe('outdoors')
  })
})
