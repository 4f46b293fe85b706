import { listLocations } from '@parvis/contract/community.ts'
import { type LiveEvent, removeEvent } from '@parvis/contract/feed.ts'
import {
  getTemplate,
  listTemplateDates,
  listTemplateTimes,
  publishTemplate,
  type Template,
} from '@parvis/contract/templates.ts'
import { hoursOfPlaces } from '@parvis/contract/testing/hours.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import {
  askAnew,
  bodies,
  calls,
  draw,
  drawAlone,
  hearOfChange,
  know,
  noNetwork,
  press,
  refusal,
  shows,
  stub,
  until,
  wipe,
  write,
} from '#web/testing/draw-alone.tsx'
import { FrameContext } from '#web/ui/frame-context.ts'
import { categoriesQuery } from './templates.queries.ts'
import { PublishTemplateView, type PublishTemplateViewProps } from './PublishTemplateView.tsx'

// The outbox is not under test here.
const later = vi.hoisted(() => vi.fn<() => Promise<'device' | null>>())
vi.mock('#web/ui/send-later.ts', () => ({ mustFollow: async () => false, sendLater: later }))

drawAlone('templates', 'publish')

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
const event = { _id: 'p1', eventId: { choiceId: null } } as unknown as LiveEvent

const published = vi.fn<(event: LiveEvent, here: boolean) => void>()
const left = vi.fn<() => void>()
const waits = vi.fn<() => void>()
const open = async (timezone = community.timezone as string) => {
  await draw(
    <FrameContext value={{ place: { name: 'Les Tilleuls', target: { to: '/' } } }}>
      <PublishTemplateView
        community={{ ...community, timezone }}
        me={me}
        templateId="t1"
        back={{ to: '/tiles' } as never}
        preview={({ eventId: { dateId, timeId, choiceId } }) => (
          <output>{JSON.stringify({ dateId, timeId, choiceId })}</output>
        )}
        onPublished={published}
        onLater={waits}
        onLeave={left}
      />
    </FrameContext>,
  )
}
const form = async () => {
  await open()
  await shows('When?')
}
const shown = () => JSON.parse(document.querySelector('output')!.textContent) as Record<string, string | null>
const chips = (label: string) => [...document.querySelectorAll(`[role=group][aria-label="${label}"] button`)]
const chosen = (label: string) => chips(label).filter(one => one.getAttribute('aria-pressed') === 'true')
const pressOf = (label: string, n: number) => act(async () => (chips(label)[n] as HTMLElement).click())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-06-10T10:00:00Z') })
  for (const spy of [published, left, waits, later]) spy.mockReset()
  later.mockResolvedValue(null)
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

// Templates, days and times have URLs of the same shape.
const answerOf = (template: () => Promise<Template | Response>) =>
  stub(getTemplate, ({ params }) => (params.id === 't1' ? template() : ({ dates, times }[params.id!] as never)))
const knowTiles = () => know(categoriesQuery('home').queryKey, [{ _id: 'c1', templates: [template] }])

test.each(hoursOfPlaces)(
  '$title: shows and sends today and tomorrow in the time zone of the community',
  async ({ timezone, today, tomorrow, now }) => {
    vi.setSystemTime(now)
    stub(listTemplateDates, [
      ...dates.slice(0, 2),
      ...Array.from({ length: 14 }, (_, n) => ({ _id: addDays(today, n), ...english(`On ${addDays(today, n)}`) })),
    ])
    await open(timezone)
    await shows('When?')
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
    await pressOf('Day', 3)
    expect(shown().dateId).toBe(tomorrow)
    await press('Post')
    await until(() => bodies.length > 0)
    expect(bodies).toMatchObject([{ dateId: tomorrow }])
  },
)

test('does not show a removed template from the cached tiles again while it is refetched', async () => {
  knowTiles()
  answerOf(async () => refusal('error404'))
  await open()
  await shows('This template is offered no more')
  const { promise: held, resolve } = Promise.withResolvers<Response>()
  answerOf(() => held)
  await askAnew()
  expect(chips('Day')).toEqual([])
  await act(async () => resolve(refusal('error404')))
})

test('shows the cached template without a network and keeps the form while it is refetched', async () => {
  knowTiles()
  answerOf(noNetwork)
  await form()
  const before = chips('Day')[0]
  const { promise: held, resolve } = Promise.withResolvers<Template>()
  answerOf(() => held)
  await askAnew()
  expect(before?.isConnected).toBe(true)
  await act(async () => resolve(template))
  expect(before?.isConnected).toBe(true)
})

describe('the day and time of a publication', () => {
  test('keep the chosen time, or the whole day, when the day changes', async () => {
    await form()
    await press('Tomorrow')
    expect([chosen('Day').length, chosen('Time').length]).toEqual([1, 1])
    await press('Other time')
    await write('18:45', 'input[name=time]')
    expect(shown()).toMatchObject({ dateId: '2031-06-11', timeId: '18:45' })
    await pressOf('Day', 5)
    expect(shown()).toMatchObject({ dateId: '2031-06-13', timeId: '18:45' })
    await press('All day')
    await pressOf('Day', 6)
    expect(shown()).toMatchObject({ dateId: '2031-06-14', timeId: null })
    expect(chosen('Time').map(one => one.textContent)).toEqual(['All day'])
  })

  test('lose the time when the chosen day has none', async () => {
    await form()
    await press('Tomorrow')
    expect(chips('Time').length).toBeGreaterThan(0)
    await press('Now')
    expect([chips('Time'), shown()]).toMatchObject([[], { dateId: 'now', timeId: null }])
    expect(chosen('Day').map(one => one.textContent)).toEqual(['Now'])
  })

  test('change to the first day without a button when another day is asked for, and focus its field', async () => {
    await form()
    await press('Another day')
    const field = document.querySelector<HTMLInputElement>('input[name=date]')!
    expect(document.activeElement).toBe(field)
    expect([field.value, shown().dateId]).toEqual(['2031-06-15', '2031-06-15'])
    expect(chosen('Day').map(one => one.textContent)).toEqual([expect.stringMatching(/15/)])
  })

  test('show an error beside the day when they are past, and publish nothing', async () => {
    stub(publishTemplate, () => refusal('pastdate', 'dateId'))
    await form()
    await press('Another day')
    await write('2020-01-01', 'input[name=date]')
    await press('Post')
    await shows('past')
    expect(document.querySelector('[role=alert], [aria-invalid], [data-invalid]')).not.toBeNull()
    expect([published.mock.calls, bodies]).toMatchObject([[], [{ dateId: '2020-01-01' }]])
  })
})

describe('a template that is removed while its form is open', () => {
  test('replaces the form by a message and leads to the other templates', async () => {
    await form()
    stub(getTemplate, () => refusal('error404'))
    await hearOfChange()
    await shows('This template is offered no more')
    await shows('Nothing was published.')
    expect(document.querySelector('form')).toBeNull()
  })

  test('warns that an earlier attempt may be in the feed', async () => {
    stub(publishTemplate, () => refusal('unexpectederror'))
    await form()
    await press('Post')
    await until(() => bodies.length === 1)
    stub(getTemplate, () => refusal('error404'))
    await hearOfChange()
    await shows('What you sent before that may be in the feed.')
  })
})

describe('a publication', () => {
  test('matches the preview', async () => {
    await form()
    await press('Outdoors')
    await press('Tomorrow')
    await pressOf('Time', 2)
    const promised = shown()
    await press('Post')
    await until(() => published.mock.calls.length > 0)
    expect(bodies).toMatchObject([{ templateId: 't1', ...promised }])
    expect([published.mock.calls, shownToasts().length]).toEqual([[[event, true]], 1])
  })

  test('keeps its idempotency key through a lost answer, a cancel in flight and another visit', async () => {
    const held = Promise.withResolvers<Response>()
    stub(publishTemplate, () => held.promise)
    await form()
    await press('Post')
    await until(() => bodies.length === 1)
    await press('Cancel')
    expect(left).toHaveBeenCalledOnce()
    await wipe()
    held.reject(new TypeError('Failed to fetch'))
    await until(() => shownToasts().length > 0)
    expect(shownToasts()[0]!.text).toMatch(/may/)
    // Cancelled in flight, so it is not sent again automatically.
    expect(later).not.toHaveBeenCalled()
    stub(publishTemplate, event)
    await form()
    await press('Post')
    await until(() => published.mock.calls.length > 0)
    const [first, second] = bodies as { tmpId: string }[]
    expect(second!.tmpId).toBe(first!.tmpId)
  })

  test('has a key of its own in each tab when it is begun in one and continued in another, unsent', async () => {
    await form()
    await press('Outdoors')
    const begun = Object.values(stored('publications')!)[0] as { tmpId: string }
    await wipe()
    await form()
    expect(shown()).toMatchObject({ choiceId: 'outdoors' })
    await press('Post')
    await until(() => bodies.length === 1)
    expect(bodies).toMatchObject([{ choiceId: 'outdoors', tmpId: expect.not.stringMatching(begun.tmpId) }])
  })

  test('is pending in the outbox when the server is unreachable, and leaves the form', async () => {
    later.mockResolvedValue('device')
    stub(publishTemplate, noNetwork)
    await form()
    await press('Post')
    await until(() => waits.mock.calls.length > 0)
    expect([waits.mock.calls.length, later.mock.calls.length]).toEqual([1, 1])
    expect(calls.filter(call => call.startsWith('POST'))).toHaveLength(1)
    await wipe()
    await form()
    expect(shown()).toMatchObject({ dateId: 'now', choiceId: null })
  })

  test('is replaced when an earlier attempt had arrived with other content', async () => {
    stub(publishTemplate, noNetwork)
    await form()
    await press('Post')
    await until(() => bodies.length === 1)
    await press('Outdoors')
    stub(removeEvent, () => Response.json(null))
    stub(publishTemplate, ({ body }) => {
      const { tmpId } = body as { tmpId: string }
      // The first attempt had arrived: the server answers with its content.
      const isFirst = tmpId === (bodies[0] as { tmpId: string }).tmpId
      return {
        ...event,
        channelsIds: [],
        eventId: { ...event.eventId, dateId: 'now', timeId: null, choiceId: isFirst ? null : 'outdoors' },
      } as LiveEvent
    })
    await press('Post')
    await until(() => published.mock.calls.length > 0)
    expect(calls.filter(call => /^(?:POST|DELETE)/.test(call)).slice(1)).toEqual([
      'POST /templates/publish',
      'DELETE /events/p1',
      'POST /templates/publish',
    ])
    expect(published.mock.calls[0]![0].eventId.choiceId).toBe('outdoors')
  })
})
