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

describe('a publication from a template', () => {
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

  test('reuses its idempotency key at the next visit when its first request was cancelled in flight without a response', async () => {
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
    // A publication cancelled in flight must not be put into the outbox, which would send it again.
    expect(queueSend).not.toHaveBeenCalled()
    stub(publishTemplate, event)
    await openForm()
    await press('Post')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    const [first, second] = bodies as { tmpId: string }[]
    expect(second!.tmpId).toBe(first!.tmpId)
  })

  test('has a new idempotency key when the form is opened again with its unsent draft', async () => {
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

  test('is queued in the outbox when the server is unreachable; the form closes, and its draft is deleted', async () => {
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

  test('is deleted and published anew if the server had stored an earlier attempt with other content', async () => {
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
