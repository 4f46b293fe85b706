import { type Deal, getDeal, listDealCategories } from '@parvis/contract/deals.ts'
import { getInstallation } from '@parvis/contract/installation.ts'
import { listDealTemplates } from '@parvis/contract/templates.ts'
import { createDeal, editDeal, listKeptDeals } from '@parvis/contract/write-deals.ts'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  bodies,
  calls,
  choose,
  draw,
  drawAlone,
  framed,
  hearOfChange,
  noNetwork,
  press,
  shows,
  stub,
  told,
  until,
  wipe,
  write,
} from '#web/testing/draw-alone.tsx'
import { shownToasts } from '#web/ui/toasts.ts'
import { EditDealView } from './EditDealView.tsx'

// The map needs WebGL.
vi.mock('#web/ui/map/MapPane.tsx', () => ({ MapPane: () => null }))
drawAlone('dealwriting', 'deals', 'map', 'media', 'publish')

const id = '0199f15d-9f9c-7de6-a71a-a6c1331d349f'
const at = { type: 'Point' as const, coordinates: [6.13, 45.9] as [number, number] }
const community = { _id: 'home', customUri: 'les-tilleuls', name: 'Les Tilleuls', loc: at, timezone: 'Europe/Paris' }
const category = (_id: string, name: string) => ({
  _id,
  name,
  lang: { en: {} },
  picto: 'bread',
  bgColor: 'food' as const,
})
const deal = (more: Partial<Deal> = {}) =>
  ({
    _id: id,
    categoryId: 'food',
    category: category('food', 'Bakery'),
    title: null,
    description: null,
    lang: { en: { title: 'Bread of the day', description: 'Sourdough.' } },
    choices: [],
    address: null,
    zipCode: null,
    city: null,
    phone: null,
    webSiteUrl: null,
    fbUrl: null,
    email: null,
    templateId: null,
    photo: null,
    photoUri: null,
    mapPhoto: null,
    loc: at,
    startDate: null,
    endDate: null,
    dateAdded: '2026-01-01T00:00:00Z',
    version: 1,
    keeping: {
      state: 'shown',
      nearby: true,
      refusal: null,
      author: { _id: 'me', firstname: 'Wanda', pseudo: 'wanda', photoUri: null },
      figures: { seen: 0, interested: 0, routes: 0 },
    },
    abilities: { edit: true, remove: true, publish: false, approve: false, drawMap: false, flag: false },
    community: null,
    ...more,
  }) as never

const saved = vi.fn()
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
const open = async (edited?: string) => {
  await draw(
    framed(
      <EditDealView
        community={community}
        me={{ _id: 'me' }}
        id={edited}
        back={{ to: '/' }}
        onSaved={saved}
        onLeave={() => {}}
      />,
    ),
  )
  await until(() => field('title') !== null)
}
const save = () => press('Save')
const sent = () => calls.filter(call => !call.startsWith('GET'))
/** Names of the fields marked as invalid. */
const wrong = () => [
  ...new Set(
    [...document.querySelectorAll('[data-invalid], [aria-invalid=true]')].flatMap(
      one =>
        one.getAttribute('name') ??
        (one.querySelector('input[type=radio]') ? 'category' : one.querySelector('[name]') ? [] : 'place'),
    ),
  ),
]

beforeEach(() => {
  localStorage.clear()
  saved.mockClear()
  stub(getInstallation, { tilesStyleUrl: null } as never)
  stub(listDealCategories, [category('food', 'Bakery'), category('care', 'Care')])
  stub(listDealTemplates, [])
  stub(listKeptDeals, {
    docs: [],
    page: 1,
    hasNextPage: false,
    nextPage: null,
    cursor: null,
    waiting: 0,
    needsApproval: true,
  } as never)
})

test('shows all errors beside their fields, focuses the first, and clears those that are fixed', async () => {
  await open()
  await shows('waits for the team’s yes')
  await write('abc', '[name=phone]')
  await write('2031-05-10', '[name=startDate]')
  await write('2031-05-01', '[name=endDate]')
  await save()
  expect(wrong()).toEqual(['category', 'title', 'description', 'place', 'phone', 'endDate'])
  await until(() => document.activeElement?.getAttribute('type') === 'radio')
  expect(document.activeElement?.getAttribute('value')).toBe('food')
  await choose('food')
  expect(wrong()).toEqual(['title', 'description', 'place', 'phone', 'endDate'])
  await save()
  await until(() => document.activeElement === field('title'))
  expect(document.activeElement).toBe(field('title'))
  await write('Bread', '[name=title]')
  await write('Sourdough.', '[name=description]')
  await save()
  await until(() => document.activeElement?.textContent === 'Where I am')
  expect(document.activeElement?.textContent).toBe('Where I am')
  await press('Les Tilleuls')
  await write('', '[name=phone]')
  await write('', '[name=endDate]')
  expect(wrong()).toEqual([])
  expect(sent()).toEqual([])
})

test('restores a draft, and discards it on request', async () => {
  await open()
  await write('Bread', '[name=title]')
  await wipe()
  await open()
  expect(field('title').value).toBe('Bread')
  const discard = () => [...document.querySelectorAll('button')].find(one => one.textContent === 'Discard')
  await until(() => discard() !== undefined)
  await press('Discard')
  await until(() => field('title')?.value === '')
  expect(field('title').value).toBe('')
})

test('keeps the draft on cancel, and discards it from the toast', async () => {
  await open()
  await write('Bread', '[name=title]')
  await press('Cancel')
  await wipe()
  const kept = shownToasts().find(({ text }) => text === 'What you began is kept on this device.')!
  await open()
  expect(field('title').value).toBe('Bread')
  await act(async () => kept.action!.onClick())
  await wipe()
  await open()
  expect(field('title').value).toBe('')
})

test('sends a new deal with its place and dates, and reports its state', async () => {
  stub(createDeal, deal({ keeping: { state: 'scheduled' } as never }))
  await open()
  await choose('care')
  await write('Kayak', '[name=title]')
  await write('On the lake.', '[name=description]')
  await write('3 rue du Thiou', '[name=address]')
  await write('2031-05-10', '[name=startDate]')
  await press('Les Tilleuls')
  await save()
  await until(() => saved.mock.calls.length > 0)
  expect(bodies).toEqual([
    expect.objectContaining({
      categoryId: 'care',
      address: '3 rue du Thiou',
      startDate: '2031-05-10',
      loc: at,
      nearby: true,
      tmpId: expect.any(String),
      lang: { en: expect.objectContaining({ title: 'Kayak', description: 'On the lake.' }) },
    }),
  ])
  expect(told()).toHaveLength(1)
})

test('sends later edits with the next attempt after a lost answer', async () => {
  stub(createDeal, noNetwork)
  await open()
  await choose('food')
  await write('Bread', '[name=title]')
  await write('Sourdough.', '[name=description]')
  await press('Les Tilleuls')
  await save()
  await until(() => document.querySelector('[role=alert]') !== null)
  await write('Bread and cakes', '[name=title]')
  stub(createDeal, deal())
  stub(editDeal, deal())
  await save()
  await until(() => saved.mock.calls.length > 0)
  expect(sent().map(call => call.split(' ')[0])).toEqual(['POST', 'POST', 'PUT'])
  expect(bodies.at(-1)).toMatchObject({ lang: { en: { title: 'Bread and cakes' } } })
})

test('shows the reason of a refusal', async () => {
  stub(getDeal, deal({ keeping: { state: 'refused', refusal: 'No price.', nearby: true } as never }))
  await open(id)
  await shows('The team says: No price.')
})

test('takes over changes by others, says so, and sends only edited fields', async () => {
  stub(getDeal, deal())
  await open(id)
  await write('2 €', '[name=price]')
  stub(getDeal, deal({ phone: '04 50 11 22 33', version: 2 }))
  await hearOfChange()
  await until(() => field('phone').value !== '')
  expect([field('phone').value, field('price').value]).toEqual(['04 50 11 22 33', '2 €'])
  await shows('Somebody else has changed this deal meanwhile.')
  stub(editDeal, deal({ version: 3, keeping: { state: 'ended' } as never }))
  await save()
  await until(() => saved.mock.calls.length > 0)
  expect(sent()).toEqual([`PUT /gooddeals/${id}`])
  expect(bodies).toEqual([{ lang: { en: { price: '2 €' } } }])
  expect(told()).toEqual(['The deal is saved. It is over and not shown.'])
})

test('uses the position of the device, and reports when it is unavailable', async () => {
  const look = vi.fn()
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition: look } })
  await open()
  const here = () =>
    act(async () => [...document.querySelectorAll('button')].find(one => one.textContent === 'Where I am')!.click())
  look.mockImplementation((_, failed) => failed({ code: 1, message: 'no', PERMISSION_DENIED: 1 }))
  await here()
  await until(() => told().length > 0)
  const [denied] = told()
  look.mockImplementation((_, failed) => failed({ code: 2, message: 'no satellites', PERMISSION_DENIED: 1 }))
  await here()
  await until(() => told()[0] !== denied)
  expect(told()).toEqual([expect.stringContaining('no satellites')])
  look.mockImplementation(found => found({ coords: { longitude: 6.14123, latitude: 45.90311 } }))
  await here()
  await until(() => told().length === 0)
  await choose('food')
  await write('Bread', '[name=title]')
  await write('Sourdough.', '[name=description]')
  stub(createDeal, deal())
  await save()
  await until(() => saved.mock.calls.length > 0)
  // The position is rounded to about 100 metres.
  expect(bodies).toEqual([expect.objectContaining({ loc: { type: 'Point', coordinates: [6.141, 45.903] } })])
})
