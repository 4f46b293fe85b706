import { type Deal, getDeal, listDealCategories } from '@parvis/contract/deals.ts'
import { getInstallation } from '@parvis/contract/installation.ts'
import { listDealTemplates } from '@parvis/contract/templates.ts'
import { createDeal, editDeal, listManagedDeals } from '@parvis/contract/write-deals.ts'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  bodies,
  calls,
  choose,
  render,
  renderStandalone,
  withFrame,
  refetchAll,
  noNetwork,
  press,
  expectText,
  stub,
  toastTexts,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { shownToasts } from '#web/ui/toasts.ts'
import { EditDealView } from './EditDealView.tsx'

// The test DOM has no WebGL, which the map needs.
vi.mock('#web/ui/map/MapPane.tsx', () => ({ MapPane: () => null }))
renderStandalone('deals', 'media', 'publish')

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
const deal = (fields: Partial<Deal> = {}) =>
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
    ...fields,
  }) as never

const onSaved = vi.fn()
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
const renderForm = async (edited?: string) => {
  await render(
    withFrame(
      <EditDealView
        community={community}
        me={{ _id: 'me' }}
        id={edited}
        back={{ to: '/' }}
        onSaved={onSaved}
        onLeave={() => {}}
      />,
    ),
  )
  await waitUntil(() => field('title') !== null)
}
const save = () => press('Save')
const writeCalls = () => calls.filter(call => !call.startsWith('GET'))
/** Names of the fields marked as invalid. */
const invalidFields = () => [
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
  onSaved.mockClear()
  stub(getInstallation, { tilesStyleUrl: null } as never)
  stub(listDealCategories, [category('food', 'Bakery'), category('care', 'Care')])
  stub(listDealTemplates, [])
  stub(listManagedDeals, {
    docs: [],
    page: 1,
    hasNextPage: false,
    nextPage: null,
    cursor: null,
    waiting: 0,
    needsApproval: true,
  } as never)
})

test('saving shows all errors beside their fields and focuses the first invalid field; fixed errors disappear', async () => {
  await renderForm()
  await expectText('waits for the team’s yes')
  await typeInto('abc', '[name=phone]')
  await typeInto('2031-05-10', '[name=startDate]')
  await typeInto('2031-05-01', '[name=endDate]')
  await save()
  expect(invalidFields()).toEqual(['category', 'title', 'description', 'place', 'phone', 'endDate'])
  await waitUntil(() => document.activeElement?.getAttribute('type') === 'radio')
  expect(document.activeElement?.getAttribute('value')).toBe('food')
  await choose('food')
  expect(invalidFields()).toEqual(['title', 'description', 'place', 'phone', 'endDate'])
  await save()
  await waitUntil(() => document.activeElement === field('title'))
  expect(document.activeElement).toBe(field('title'))
  await typeInto('Bread', '[name=title]')
  await typeInto('Sourdough.', '[name=description]')
  await save()
  await waitUntil(() => document.activeElement?.textContent === 'Where I am')
  expect(document.activeElement?.textContent).toBe('Where I am')
  await press('Les Tilleuls')
  await typeInto('', '[name=phone]')
  await typeInto('', '[name=endDate]')
  expect(invalidFields()).toEqual([])
  expect(writeCalls()).toEqual([])
})

test('a draft is restored at the next visit, and can be discarded', async () => {
  await renderForm()
  await typeInto('Bread', '[name=title]')
  await clearPage()
  await renderForm()
  expect(field('title').value).toBe('Bread')
  const discard = () => [...document.querySelectorAll('button')].find(one => one.textContent === 'Discard')
  await waitUntil(() => discard() !== undefined)
  await press('Discard')
  await waitUntil(() => field('title')?.value === '')
  expect(field('title').value).toBe('')
})

test('cancelling keeps the draft, and a toast offers to discard it', async () => {
  await renderForm()
  await typeInto('Bread', '[name=title]')
  await press('Cancel')
  await clearPage()
  const toast = shownToasts().find(({ text }) => text === 'What you began is kept on this device.')!
  await renderForm()
  expect(field('title').value).toBe('Bread')
  await act(async () => toast.action!.onClick())
  await clearPage()
  await renderForm()
  expect(field('title').value).toBe('')
})

test('a new deal is sent with its location and start date, and a toast confirms that it is saved', async () => {
  stub(createDeal, deal({ keeping: { state: 'scheduled' } as never }))
  await renderForm()
  await choose('care')
  await typeInto('Kayak', '[name=title]')
  await typeInto('On the lake.', '[name=description]')
  await typeInto('3 rue du Thiou', '[name=address]')
  await typeInto('2031-05-10', '[name=startDate]')
  await press('Les Tilleuls')
  await save()
  await waitUntil(() => onSaved.mock.calls.length > 0)
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
  expect(toastTexts()).toHaveLength(1)
})

test('edits made after a lost response are sent as an update once the next attempt has succeeded', async () => {
  stub(createDeal, noNetwork)
  await renderForm()
  await choose('food')
  await typeInto('Bread', '[name=title]')
  await typeInto('Sourdough.', '[name=description]')
  await press('Les Tilleuls')
  await save()
  await waitUntil(() => document.querySelector('[role=alert]') !== null)
  await typeInto('Bread and cakes', '[name=title]')
  stub(createDeal, deal())
  stub(editDeal, deal())
  await save()
  await waitUntil(() => onSaved.mock.calls.length > 0)
  expect(writeCalls().map(call => call.split(' ')[0])).toEqual(['POST', 'POST', 'PUT'])
  expect(bodies.at(-1)).toMatchObject({ lang: { en: { title: 'Bread and cakes' } } })
})

test('a refused deal shows the reason of the team', async () => {
  stub(getDeal, deal({ keeping: { state: 'refused', refusal: 'No price.', nearby: true } as never }))
  await renderForm(id)
  await expectText('The team says: No price.')
})

test('changes by others are applied to the form and announced, and only edited fields are sent', async () => {
  stub(getDeal, deal())
  await renderForm(id)
  await typeInto('2 €', '[name=price]')
  stub(getDeal, deal({ phone: '04 50 11 22 33', version: 2 }))
  await refetchAll()
  await waitUntil(() => field('phone').value !== '')
  expect([field('phone').value, field('price').value]).toEqual(['04 50 11 22 33', '2 €'])
  await expectText('Somebody else has changed this deal meanwhile.')
  stub(editDeal, deal({ version: 3, keeping: { state: 'ended' } as never }))
  await save()
  await waitUntil(() => onSaved.mock.calls.length > 0)
  expect(writeCalls()).toEqual([`PUT /gooddeals/${id}`])
  expect(bodies).toEqual([{ lang: { en: { price: '2 €' } } }])
  expect(toastTexts()).toEqual(['The deal is saved. It is over and not shown.'])
})

test('a draft shows what others have changed since, beside an edited text, and is saved once one text is chosen', async () => {
  stub(getDeal, deal())
  await renderForm(id)
  await typeInto('2 €', '[name=price]')
  await clearPage()
  const lang = { en: { title: 'Bread', description: 'Sourdough.', price: '4 €' } as never }
  stub(getDeal, deal({ phone: '04 50 11 22 33', lang, version: 2 }))
  await renderForm(id)
  await expectText('Somebody else wrote here meanwhile: 4 €')
  expect([field('phone').value, field('price').value]).toEqual(['04 50 11 22 33', '2 €'])
  stub(editDeal, deal({ version: 3 }))
  await save()
  await waitUntil(() => document.activeElement?.textContent === 'Keep mine')
  expect(writeCalls()).toEqual([])
  await press('Keep mine')
  await save()
  await waitUntil(() => onSaved.mock.calls.length > 0)
  expect(bodies).toEqual([{ lang: { en: { price: '2 €' } } }])
})

test('the position of the device sets the location of the deal, and a toast says why the position is unavailable', async () => {
  const getCurrentPosition = vi.fn()
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: getCurrentPosition },
  })
  await renderForm()
  const locate = () =>
    act(async () => [...document.querySelectorAll('button')].find(one => one.textContent === 'Where I am')!.click())
  getCurrentPosition.mockImplementation((_, failed) => failed({ code: 1, message: 'no', PERMISSION_DENIED: 1 }))
  await locate()
  await waitUntil(() => toastTexts().length > 0)
  const [denied] = toastTexts()
  getCurrentPosition.mockImplementation((_, failed) =>
    failed({ code: 2, message: 'no satellites', PERMISSION_DENIED: 1 }),
  )
  await locate()
  await waitUntil(() => toastTexts()[0] !== denied)
  expect(toastTexts()).toEqual([expect.stringContaining('no satellites')])
  getCurrentPosition.mockImplementation(found => found({ coords: { longitude: 6.14123, latitude: 45.90311 } }))
  await locate()
  await waitUntil(() => toastTexts().length === 0)
  await choose('food')
  await typeInto('Bread', '[name=title]')
  await typeInto('Sourdough.', '[name=description]')
  stub(createDeal, deal())
  await save()
  await waitUntil(() => onSaved.mock.calls.length > 0)
  // The position is rounded to about 100 metres.
  expect(bodies).toEqual([expect.objectContaining({ loc: { type: 'Point', coordinates: [6.141, 45.903] } })])
})
