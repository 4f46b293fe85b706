import { getTemplate, listTemplateDates, publishTemplate, type Template } from '@parvis/contract/templates.ts'
import { zonedMoments } from '@parvis/contract/testing/zoned-moments.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import {
  startRefetchAll,
  bodies,
  refetchAll,
  seedCache,
  noNetwork,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { categoriesQuery } from './templates.queries.ts'
import {
  chips,
  dates,
  english,
  onPublished,
  openTemplate,
  openForm,
  pressChip,
  previewValues,
  setUpTemplateForm,
  template,
  times,
} from './testing/template-form.tsx'

// The outbox is mocked, because these tests do not cover it.
vi.mock('#web/ui/queue-send.ts', () => ({ hasPendingBefore: async () => false, queueSend: async () => null }))

setUpTemplateForm()

const chosen = (label: string) => chips(label).filter(one => one.getAttribute('aria-pressed') === 'true')

// The stub matches the URLs of the template, the days and the times, which have the same form.
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
    await openTemplate(timezone)
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
    expect(previewValues().dateId).toBe(tomorrow)
    await press('Post')
    await waitUntil(() => bodies.length > 0)
    expect(bodies).toMatchObject([{ dateId: tomorrow }])
  },
)

test('a removed template is not shown again from the cached tiles during a refetch', async () => {
  cacheTiles()
  stubTemplate(async () => refusal('error404'))
  await openTemplate()
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

describe('the choice of a day for a publication', () => {
  test('preserves the chosen time or "All day" when another day is chosen', async () => {
    await openForm()
    await press('Tomorrow')
    expect([chosen('Day').length, chosen('Time').length]).toEqual([1, 1])
    await press('Other time')
    await typeInto('18:45', 'input[name=time]')
    expect(previewValues()).toMatchObject({ dateId: '2031-06-11', timeId: '18:45' })
    await pressChip('Day', 5)
    expect(previewValues()).toMatchObject({ dateId: '2031-06-13', timeId: '18:45' })
    await press('All day')
    await pressChip('Day', 6)
    expect(previewValues()).toMatchObject({ dateId: '2031-06-14', timeId: null })
    expect(chosen('Time').map(one => one.textContent)).toEqual(['All day'])
  })

  test('removes the time when the chosen day offers no times', async () => {
    await openForm()
    await press('Tomorrow')
    expect(chips('Time').length).toBeGreaterThan(0)
    await press('Now')
    expect([chips('Time'), previewValues()]).toMatchObject([[], { dateId: 'now', timeId: null }])
    expect(chosen('Day').map(one => one.textContent)).toEqual(['Now'])
  })

  test('selects the first day without a chip when "Another day" is tapped, and focuses the date field', async () => {
    await openForm()
    await press('Another day')
    const field = document.querySelector<HTMLInputElement>('input[name=date]')!
    expect(document.activeElement).toBe(field)
    expect([field.value, previewValues().dateId]).toEqual(['2031-06-15', '2031-06-15'])
    expect(chosen('Day').map(one => one.textContent)).toEqual([expect.stringMatching(/15/)])
  })

  test('shows an error beside the day when the server refuses a past day, and nothing is published', async () => {
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

describe('the removal of a template while its form is open', () => {
  test('replaces the form by a message with a link to the other templates', async () => {
    await openForm()
    stub(getTemplate, () => refusal('error404'))
    await refetchAll()
    await expectText('This template is offered no more')
    await expectText('Nothing was published.')
    expect(document.querySelector('form')).toBeNull()
  })

  test('warns that the post of an earlier attempt may be in the feed', async () => {
    stub(publishTemplate, () => refusal('unexpectederror'))
    await openForm()
    await press('Post')
    await waitUntil(() => bodies.length === 1)
    stub(getTemplate, () => refusal('error404'))
    await refetchAll()
    await expectText('What you sent before that may be in the feed.')
  })
})
