import {
  changeCalendarAddress,
  getCalendarAddress,
  listCalendar,
  listCalendarDays,
  makeCalendarAddress,
  stopCalendarAddress,
} from '@parvis/contract/calendar.ts'
import type { CalendarFilter } from '@parvis/contract/feed-filter.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  bodies,
  calls,
  render,
  renderStandalone,
  refetchAll,
  noNetwork,
  press,
  refusal,
  expectText,
  stub,
  tap,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { FrameContext } from '#web/ui/frame-context.ts'
import { CalendarView, type CalendarViewProps } from './CalendarView.tsx'
import { SubscribeCard } from './components/SubscribeCard.tsx'
import { somePost } from './testing/some-post.ts'

renderStandalone('feed')

const ZONE = 'Europe/Paris'
const community = { _id: 'home', customUri: 'les-tilleuls', timezone: ZONE, gooddeal: true } as const
const me = { _id: 'me', abilities: { answer: true, publish: true } } as unknown as CalendarViewProps['me']
const onFilter = vi.fn<(filter: CalendarFilter) => void>()

const event = (id: string, day: string, timeId: string | null = '18:30') =>
  somePost(id, {
    groupId: 'activity',
    date: new Date(instantAt(day, timeId ?? '00:00', ZONE)).toISOString(),
    eventId: { title: id, dateId: day, timeId, lang: { en: { title: id } } },
  })
const pageWith = (...docs: FeedPost[]) => ({ docs, page: 1, hasNextPage: false, nextPage: null, cursor: null })
const renderCalendar = (filter: CalendarFilter = 'all') =>
  render(
    <FrameContext value={{ place: { name: 'Les Tilleuls', target: { to: '/' } } }}>
      <CalendarView community={community} me={me} filter={filter} onFilter={onFilter} />
    </FrameContext>,
  )
const dayKeys = () => [...document.querySelectorAll<HTMLElement>('[data-agenda]')].map(({ dataset }) => dataset.agenda)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: instantAt('2031-06-10', '09:00', ZONE) })
  onFilter.mockReset()
  stub(listCalendarDays, [{ day: '2031-06-16', count: 1 }])
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the calendar', () => {
  test('shows an error when it fails to load, and loads on retry', async () => {
    stub(listCalendar, () => refusal('unexpectederror'))
    await renderCalendar()
    await expectText('The calendar did not load')
    stub(listCalendar, pageWith(event('Veillée', '2031-06-13')))
    await press('Try again')
    await expectText('Veillée')
    expect(document.body.textContent).not.toContain('The calendar did not load')
  })

  test('lists under today an event that started yesterday and has not ended', async () => {
    vi.setSystemTime(instantAt('2031-06-11', '00:30', ZONE))
    stub(
      listCalendar,
      pageWith(
        event('Late', '2031-06-10', '23:00'),
        event('Early', '2031-06-11', '07:00'),
        event('Whole', '2031-06-11', null),
      ),
    )
    await renderCalendar()
    await expectText('Late')
    expect(dayKeys()).toEqual(['2031-06-11'])
    const rows = [...document.querySelectorAll('[data-agenda] li')].map(({ textContent }) => textContent)
    expect(rows.map(row => row!.includes('since yesterday'))).toEqual([true, false, false])
    expect(rows[0]).toContain('23:00')
  })

  test('has an empty state without a filter, for one group of events and for the viewer’s own events', async () => {
    stub(listCalendar, pageWith())
    await renderCalendar()
    await expectText('Nothing has a date yet')
    await renderCalendar('gooddeal')
    await expectText('Nothing of this kind has a date at the moment.')
    await renderCalendar('my')
    await expectText('What you say yes to will stand here.')
    await press('See everything')
    expect(onFilter).toHaveBeenLastCalledWith('all')
  })

  test('announces no count for days whose count is unknown: offline, or in a month that is loading', async () => {
    const accessibleNames = () =>
      [...document.querySelectorAll('ol button')].slice(0, 2).map(one => one.lastChild!.textContent)
    stub(listCalendar, pageWith(event('Veillée', '2031-06-10')))
    stub(listCalendarDays, noNetwork)
    await renderCalendar()
    await expectText('Veillée')
    expect(accessibleNames()).toEqual(['Tuesday 10 June', 'Wednesday 11 June'])
    stub(listCalendarDays, ({ query }) =>
      query.get('from') === '2031-06-01' ? [{ day: '2031-06-10', count: 1 }] : noNetwork(),
    )
    await refetchAll()
    await waitUntil(() => accessibleNames()[0] !== 'Tuesday 10 June')
    expect(accessibleNames()).toEqual(['Tuesday 10 June, 1 event', 'Wednesday 11 June, nothing'])
    await tap('See July 2031')
    await waitUntil(() => accessibleNames()[0] !== 'Tuesday 10 June, 1 event')
    expect(accessibleNames()).toEqual(['Tuesday 1 July', 'Wednesday 2 July'])
  })

  test('lists events in order under their day, and marks all-day events', async () => {
    stub(
      listCalendar,
      pageWith(
        event('Matin', '2031-06-12', '09:00'),
        event('Soir', '2031-06-12', '19:00'),
        event('Fête', '2031-06-16', null),
      ),
    )
    await renderCalendar()
    await expectText('Fête')
    expect(dayKeys()).toEqual(['2031-06-12', '2031-06-16'])
    expect([...document.querySelectorAll('main li > a:first-child')].map(one => one.textContent)).toEqual([
      '9:00Matin',
      '19:00Soir',
      'All dayFête',
    ])
  })

  test('selects days with the arrow keys, and focuses the chosen day in the list', async () => {
    stub(listCalendar, pageWith(event('Demain', '2031-06-11'), event('Loin', '2031-06-16', null)))
    await renderCalendar()
    await expectText('Loin')
    const focused = () => document.activeElement as HTMLElement
    document.querySelector<HTMLElement>('button[aria-current=date]')!.focus()
    for (let step = 0; step < 6; step++)
      await act(async () => focused().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })))
    expect(focused().dataset.day).toBe('2031-06-16')
    expect(focused().textContent).toContain('Monday 16 June')
    await act(async () => focused().click())
    expect(focused().dataset.agenda).toBe('2031-06-16')
  })
})

describe('the calendar subscription URL', () => {
  const since = '2031-06-10T07:00:00Z'
  const checkbox = () => document.querySelector<HTMLInputElement>('input[type=checkbox]')!
  const shownAddress = () => document.querySelector<HTMLInputElement>('input[readonly]')?.value

  test('is shown only when created; can be restricted to the viewer’s own events, renewed, and revoked after a confirmation', async () => {
    stub(getCalendarAddress, { since: null, onlyMine: false })
    stub(makeCalendarAddress, ({ body }) => ({
      url: `https://les-tilleuls.example/${bodies.length}.ics`,
      since,
      onlyMine: (body as { onlyMine: boolean }).onlyMine,
    }))
    stub(changeCalendarAddress, ({ body }) => ({ since, onlyMine: (body as { onlyMine: boolean }).onlyMine }))
    stub(stopCalendarAddress, { since: null, onlyMine: true })
    await render(<SubscribeCard me="me" canSubscribe />)
    // The button stays busy until the server has answered that no subscription URL exists.
    await waitUntil(() => document.querySelector('button[aria-busy=true]') === null)
    await press('Get my address')
    await expectText('Keep it now: it is not shown again.')
    expect(shownAddress()).toBe('webcal://les-tilleuls.example/1.ics')
    await act(async () => checkbox().click())
    await waitUntil(() => bodies.length === 2)
    await press('Give me a new address')
    await expectText('A new address?')
    await press('New address')
    await waitUntil(() => shownAddress() === 'webcal://les-tilleuls.example/3.ics')
    expect(bodies).toEqual([{ onlyMine: false, lang: 'en' }, { onlyMine: true }, { onlyMine: true, lang: 'en' }])
    await press('Stop the subscription')
    await press('Stop')
    await expectText('Get my address')
    expect([shownAddress(), calls.at(-1)]).toEqual([undefined, 'DELETE /events/calendar/address'])
  })

  test('is not shown on a later visit, while its restriction to the viewer’s own events is shown', async () => {
    stub(getCalendarAddress, { since: '2031-05-01T07:00:00Z', onlyMine: true })
    await render(<SubscribeCard me="me" canSubscribe />)
    await expectText('It is shown only once.')
    expect([shownAddress(), checkbox().checked]).toEqual([undefined, true])
    expect(document.querySelector('a')!.getAttribute('href')).toBe('/events/ics?lang=en&filter=my')
  })

  test('is not offered to a guest, who gets a link to the .ics file', async () => {
    await render(<SubscribeCard me="me" canSubscribe={false} />)
    expect(document.querySelector('a')!.getAttribute('href')).toBe('/events/ics?lang=en')
    expect([document.querySelectorAll('button').length, calls]).toEqual([0, []])
  })
})
