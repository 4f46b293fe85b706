import { listLocations } from '@parvis/contract/community.ts'
import { type FeedPost, removeEvent } from '@parvis/contract/feed.ts'
import {
  getTemplate,
  listTemplateDates,
  listTemplateTimes,
  publishTemplate,
  type Template,
} from '@parvis/contract/templates.ts'
import { zonedMoments } from '@parvis/contract/testing/zoned-moments.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import {
  startRefetchAll,
  bodies,
  calls,
  render,
  renderStandalone,
  refetchAll,
  seedCache,
  noNetwork,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { FrameContext } from '#web/ui/frame-context.ts'
import { categoriesQuery } from './templates.queries.ts'
import { PublishTemplateView, type PublishTemplateViewProps } from './PublishTemplateView.tsx'

// The outbox is mocked, because these tests do not cover it.
const queueSend = vi.hoisted(() => vi.fn<() => Promise<'device' | null>>())
vi.mock('#web/ui/queue-send.ts', () => ({ hasPendingBefore: async () => false, queueSend: queueSend }))

renderStandalone('templates', 'publish')

const community = {
  _id: 'home',
  customUri: 'les-tilleuls',
  name: 'Les Tilleuls',
  communitytype: 'Neighborhood',
  membersCount: 3,
  timezone: 'Europe/Paris',
} as const
const me = { _id: 'me', communityId: 'home', lastBooking: null } as unknown as PublishTemplateViewProps['me']
const english = (name: string) => ({ name, lang: { en: { name } } })
const template = {
  _id: 't1',
  ...english('Kites'),
  title: 'Kites',
  description: 'Here we go.',
  postDescription: null,
  lang: { en: { name: 'Kites', title: 'Kites', description: 'Here we go.', postDescription: null } },
  photoUri: null,
  photo: null,
  youtubeVideoId: null,
  type: 'Activity',
  subtype: null,
  groupId: 'activity',
  categoryId: 'c1',
  channelId: 'ch',
  channels: [{ _id: 'ch', channeltype: 'CommunityEventChannel' }],
  picto: 'kite',
  hue: 'share',
  choices: [{ _id: 'outdoors', ...english('Outdoors') }],
  acceptNotif: false,
  abilities: { publish: true, edit: false, remove: false },
} as unknown as Template
const days = Array.from({ length: 14 }, (_, n) => `2031-06-${10 + n}`)
const dates = [
  { _id: 'now', ...english('Now') },
  { _id: 'together', ...english('To be arranged') },
  ...days.map(day => ({ _id: day, ...english(`On ${day}`) })),
]
const times = Array.from({ length: 48 }, (_, n) => `${String(n >> 1).padStart(2, '0')}:${n % 2 ? '30' : '00'}`).map(
  _id => ({ _id, ...english(_id) }),
)
const event = { _id: 'p1', eventId: { choiceId: null } } as unknown as FeedPost

const onPublished = vi.fn<(event: FeedPost, here: boolean) => void>()
const onLeave = vi.fn<() => void>()
const onLater = vi.fn<() => void>()
const open = async (timezone = community.timezone as string) => {
  await render(
    <FrameContext value={{ place: { name: 'Les Tilleuls', target: { to: '/' } } }}>
      <PublishTemplateView
        community={{ ...community, timezone }}
        me={me}
        templateId="t1"
        back={{ to: '/tiles' } as never}
        preview={({ eventId: { dateId, timeId, choiceId } }) => (
          <output>{JSON.stringify({ dateId, timeId, choiceId })}</output>
        )}
        onPublished={onPublished}
        onLater={onLater}
        onLeave={onLeave}
      />
    </FrameContext>,
  )
}
const openForm = async () => {
  await open()
  await expectText('When?')
}
const previewed = () => JSON.parse(document.querySelector('output')!.textContent) as Record<string, string | null>
const chips = (label: string) => [...document.querySelectorAll(`[role=group][aria-label="${label}"] button`)]
const chosen = (label: string) => chips(label).filter(one => one.getAttribute('aria-pressed') === 'true')
const pressChip = (label: string, n: number) => act(async () => (chips(label)[n] as HTMLElement).click())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-06-10T10:00:00Z') })
  for (const spy of [onPublished, onLeave, onLater, queueSend]) spy.mockReset()
  queueSend.mockResolvedValue(null)
  stub(getTemplate, template)
  stub(listTemplateDates, dates)
  stub(listTemplateTimes, times)
  stub(listLocations, [])
  stub(publishTemplate, event)
})
afterEach(() => {
  vi.useRealTimers()
  store('publications', null)
  for (const { id } of shownToasts()) closeToast(id)
})

// Templates, days and times have URLs of the same form.
const stubTemplate = (template: () => Promise<Template | Response>) =>
  stub(getTemplate, ({ params }) => (params.id === 't1' ? template() : ({ dates, times }[params.id!] as never)))
const cacheTiles = () => seedCache(categoriesQuery('home').queryKey, [{ _id: 'c1', templates: [template] }])

test.each(zonedMoments)(
  '$title: the form shows and sends today and tomorrow in the time zone of the community',
  async ({ timezone, today, tomorrow, now }) => {
    vi.setSystemTime(now)
    stub(listTemplateDates, [
      ...dates.slice(0, 2),
      ...Array.from({ length: 14 }, (_, n) => ({ _id: addDays(today, n), ...english(`On ${addDays(today, n)}`) })),
    ])
    await open(timezone)
    await expectText('When?')
    expect(chips('Day').map(({ textContent }) => textContent!.split(' ')[0])).toEqual([
      'Now',
      'To',
      'Today',
      'Tomorrow',
      'On',
      'On',
      'On',
      'Another',
    ])
    await pressChip('Day', 3)
    expect(previewed().dateId).toBe(tomorrow)
    await press('Post')
    await waitUntil(() => bodies.length > 0)
    expect(bodies).toMatchObject([{ dateId: tomorrow }])
  },
)

test('a removed template is not shown again from the cached tiles during a refetch', async () => {
  cacheTiles()
  stubTemplate(async () => refusal('error404'))
  await open()
  await expectText('This template is offered no more')
  const { promise: response, resolve } = Promise.withResolvers<Response>()
  stubTemplate(() => response)
  await startRefetchAll()
  expect(chips('Day')).toEqual([])
  await act(async () => resolve(refusal('error404')))
})

test('without a network the form uses the cached template, and stays mounted during a refetch', async () => {
  cacheTiles()
  stubTemplate(noNetwork)
  await openForm()
  const before = chips('Day')[0]
  const { promise: response, resolve } = Promise.withResolvers<Template>()
  stubTemplate(() => response)
  await startRefetchAll()
  expect(before?.isConnected).toBe(true)
  await act(async () => resolve(template))
  expect(before?.isConnected).toBe(true)
})

describe('the day and time of a publication', () => {
  test('keep the chosen time or the whole day when the day changes', async () => {
    await openForm()
    await press('Tomorrow')
    expect([chosen('Day').length, chosen('Time').length]).toEqual([1, 1])
    await press('Other time')
    await typeInto('18:45', 'input[name=time]')
    expect(previewed()).toMatchObject({ dateId: '2031-06-11', timeId: '18:45' })
    await pressChip('Day', 5)
    expect(previewed()).toMatchObject({ dateId: '2031-06-13', timeId: '18:45' })
    await press('All day')
    await pressChip('Day', 6)
    expect(previewed()).toMatchObject({ dateId: '2031-06-14', timeId: null })
    expect(chosen('Time').map(one => one.textContent)).toEqual(['All day'])
  })

  test('lose the time when the chosen day offers no times', async () => {
    await openForm()
    await press('Tomorrow')
    expect(chips('Time').length).toBeGreaterThan(0)
    await press('Now')
    expect([chips('Time'), previewed()]).toMatchObject([[], { dateId: 'now', timeId: null }])
    expect(chosen('Day').map(one => one.textContent)).toEqual(['Now'])
  })

  test('change to the first day without a chip when "another day" is tapped, and its field is focused', async () => {
    await openForm()
    await press('Another day')
    const field = document.querySelector<HTMLInputElement>('input[name=date]')!
    expect(document.activeElement).toBe(field)
    expect([field.value, previewed().dateId]).toEqual(['2031-06-15', '2031-06-15'])
    expect(chosen('Day').map(one => one.textContent)).toEqual([expect.stringMatching(/15/)])
  })

  test('show an error beside the day when they are past, and nothing is published', async () => {
    stub(publishTemplate, () => refusal('pastdate', 'dateId'))
    await openForm()
    await press('Another day')
    await typeInto('2020-01-01', 'input[name=date]')
    await press('Post')
    await expectText('past')
    expect(document.querySelector('[role=alert], [aria-invalid], [data-invalid]')).not.toBeNull()
    expect([onPublished.mock.calls, bodies]).toMatchObject([[], [{ dateId: '2020-01-01' }]])
  })
})

describe('a template that is removed while its form is open', () => {
  test('replaces the form by a message with a link to the other templates', async () => {
    await openForm()
    stub(getTemplate, () => refusal('error404'))
    await refetchAll()
    await expectText('This template is offered no more')
    await expectText('Nothing was published.')
    expect(document.querySelector('form')).toBeNull()
  })

  test('warns that an earlier attempt may be in the feed', async () => {
    stub(publishTemplate, () => refusal('unexpectederror'))
    await openForm()
    await press('Post')
    await waitUntil(() => bodies.length === 1)
    stub(getTemplate, () => refusal('error404'))
    await refetchAll()
    await expectText('What you sent before that may be in the feed.')
  })
})

describe('a publication', () => {
  test('has the content of the preview', async () => {
    await openForm()
    await press('Outdoors')
    await press('Tomorrow')
    await pressChip('Time', 2)
    const promised = previewed()
    await press('Post')
    await waitUntil(() => onPublished.mock.calls.length > 0)
    expect(bodies).toMatchObject([{ templateId: 't1', ...promised }])
    expect([onPublished.mock.calls, shownToasts().length]).toEqual([[[event, true]], 1])
  })

  test('keeps its idempotency key after a lost response, a cancellation in flight and another visit', async () => {
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

  test('gets a new idempotency key when an unsent draft of one tab is continued in another', async () => {
    await openForm()
    await press('Outdoors')
    const saved = Object.values(stored('publications')!)[0] as { tmpId: string }
    await clearPage()
    await openForm()
    expect(previewed()).toMatchObject({ choiceId: 'outdoors' })
    await press('Post')
    await waitUntil(() => bodies.length === 1)
    expect(bodies).toMatchObject([{ choiceId: 'outdoors', tmpId: expect.not.stringMatching(saved.tmpId) }])
  })

  test('goes to the outbox and closes the form when the server is unreachable', async () => {
    queueSend.mockResolvedValue('device')
    stub(publishTemplate, noNetwork)
    await openForm()
    await press('Post')
    await waitUntil(() => onLater.mock.calls.length > 0)
    expect([onLater.mock.calls.length, queueSend.mock.calls.length]).toEqual([1, 1])
    expect(calls.filter(call => call.startsWith('POST'))).toHaveLength(1)
    await clearPage()
    await openForm()
    expect(previewed()).toMatchObject({ dateId: 'now', choiceId: null })
  })

  test('is replaced when the server had stored an earlier attempt with other content', async () => {
    stub(publishTemplate, noNetwork)
    await openForm()
    await press('Post')
    await waitUntil(() => bodies.length === 1)
    await press('Outdoors')
    stub(removeEvent, () => Response.json(null))
    stub(publishTemplate, ({ body }) => {
      const { tmpId } = body as { tmpId: string }
      // The server had stored the first attempt, so it returns the content of that one.
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
