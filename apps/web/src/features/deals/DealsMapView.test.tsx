import type { Deal } from '@parvis/contract/deals.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { firstPage } from '#web/kernel/http/pages.ts'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { FrameContext } from '#web/ui/frame-context.ts'
import type { MapPaneProps } from '#web/ui/map/MapPane.tsx'
import { DealsMapView } from './DealsMapView.tsx'
import { dealsKeys } from './deals.queries.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

// The map needs WebGL, so only the end-to-end tests render it.
let map: MapPaneProps | undefined
vi.mock('#web/ui/map/MapPane.tsx', () => ({
  MapPane: (props: MapPaneProps) => {
    map = props
    return <div role="region" aria-label={props.label} />
  },
}))

const id = '0199f15d-9f9c-7de6-a71a-a6c1331d349f'
const place = { name: 'Les Tilleuls', target: { to: '/' } } as const
const home = { type: 'Point' as const, coordinates: [6.1286, 45.8987] as [number, number] }
const community = { _id: id, name: 'Les Tilleuls', customUri: 'les-tilleuls', loc: home }
const deal = (title: string, longitude: number | null) =>
  ({
    _id: title,
    category: { _id: id, name: 'Bakery', lang: { en: {} }, picto: 'bread', bgColor: 'food' },
    title,
    lang: { en: {} },
    photo: null,
    loc: longitude === null ? null : { type: 'Point', coordinates: [longitude, 45.8987] },
  }) as unknown as Deal
const pageWith = (...docs: Deal[]) => ({ docs, page: 1, hasNextPage: false, nextPage: null, cursor: null })

const failing = Symbol('failing')
const never = Symbol('never')
const unreachable = Symbol('unreached')
let answers: { categories: unknown; community: unknown }
const fetched = vi.fn(async (address: string) => {
  const kind = /gooddeals\/(\w+)/.exec(address)?.[1]
  if (!kind) return Response.json({ publicUrl: null, tilesStyleUrl: null, contactEmail: null })
  const answer = answers[kind as keyof typeof answers]
  if (answer === unreachable) throw new TypeError('Failed to fetch')
  if (answer === never) return await new Promise<Response>(() => {})
  return answer === failing
    ? Response.json({ error: { key: 'unexpectederror' } }, { status: 500 })
    : Response.json(answer)
})

let root: Root | undefined
let screen: HTMLElement
const onOpenSpy = vi.fn<(id: string) => void>()
const onSelectSpy = vi.fn<(id: string) => void>()
const onChooseSpy = vi.fn<(categories: string[]) => void>()
const render = async (chosen: string[] = [], initialSelectedId: string | null = null, cachedList?: Deal[]) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  if (cachedList)
    queryClient.setQueryData(dealsKeys.list(id, chosen), { pages: [pageWith(...cachedList)], pageParams: [firstPage] })
  const component = () => (
    <QueryClientProvider client={queryClient}>
      <FrameContext value={{ place }}>
        <ViewWithAddress initialSelectedId={initialSelectedId} chosenCategoryIds={chosen} />
      </FrameContext>
    </QueryClientProvider>
  )
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  screen = document.body.appendChild(document.createElement('div'))
  root = createRoot(screen)
  await act(async () => {
    await router.load()
    root?.render(<RouterProvider router={router as never} />)
  })
}
/** Stores the id of the selected deal in React state, as the route stores it in the URL. */
const ViewWithAddress = ({
  initialSelectedId,
  chosenCategoryIds,
}: {
  initialSelectedId: string | null
  chosenCategoryIds: string[]
}) => {
  const [selectedId, setMarked] = useState(initialSelectedId)
  const onSelect = (dealId: string) => {
    onSelectSpy(dealId)
    setMarked(dealId)
  }
  const address = { chosenCategoryIds, selectedId, onChooseCategories: onChooseSpy, onSelect, onOpen: onOpenSpy }
  return <DealsMapView community={community} start={home} {...address} />
}
const waitForAssertion = (assert: () => void) => vi.waitFor(() => act(async () => assert()))
const titles = () => [...screen.querySelectorAll('li b')].map(({ textContent }) => textContent)
const button = (name: string) =>
  [...screen.querySelectorAll('button')].find(one =>
    (one.getAttribute('aria-label') ?? one.textContent).includes(name),
  )!
const handle = () => button('Extend the list')

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await setLanguage('en')
  await loadTexts('frame', 'deals')
})
beforeEach(() => {
  map = undefined
  answers = { categories: [], community: pageWith() }
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

test('the map shows the community while the deals load', async () => {
  answers.community = never
  await render()
  expect(screen.querySelector('[role="status"]')).not.toBeNull()
  expect(map).toMatchObject({ places: [], home: { name: 'Les Tilleuls', point: home } })
})

test('the nearest deal comes first on the map and in the list; a deal within 20 metres is "on site"', async () => {
  answers.community = pageWith(deal('Far', 6.2), deal('Nowhere', null), deal('Here', 6.12861))
  await render()
  await waitForAssertion(() => expect(titles()).toEqual(['Here', 'Far']))
  expect(map!.places.map(({ name }) => name)).toEqual(['Here', 'Far'])
  expect([...screen.querySelectorAll('li small')].map(({ textContent }) => textContent)).toEqual([
    'on site · Bakery',
    expect.stringMatching(/^5\.5\skm · Bakery$/),
  ])
})

test('only the deals of the chosen category are requested', async () => {
  answers.community = pageWith(deal('Here', 6.12861))
  await render(['care'])
  await waitForAssertion(() => expect(titles()).toEqual(['Here']))
  expect(fetched.mock.calls.filter(([address]) => address.includes('all=true'))).toEqual([
    [expect.stringContaining('filter=care'), expect.anything()],
  ])
})

test('a notice says when there are more deals than the map shows', async () => {
  answers.community = { ...pageWith(deal('Here', 6.12861)), hasNextPage: true }
  await render()
  await waitForAssertion(() =>
    expect(screen.textContent).toContain('The map shows the latest good deal; the list has them all.'),
  )
  answers.community = pageWith(deal('Here', 6.12861))
  act(() => root?.unmount())
  await render()
  await waitForAssertion(() => expect(titles()).toEqual(['Here']))
  expect(screen.textContent).not.toContain('The map shows')
})

test('choosing a deal in the list centres the map and lowers the list; a tap on its pin opens the deal', async () => {
  answers.community = pageWith(deal('Here', 6.13))
  await render()
  await waitForAssertion(() => expect(titles()).toEqual(['Here']))
  act(() => handle().click())
  expect(handle().getAttribute('aria-expanded')).toBe('true')
  act(() => screen.querySelector<HTMLButtonElement>('li button')!.click())
  expect(handle().getAttribute('aria-expanded')).toBe('false')
  expect(map).toMatchObject({ chosen: 'Here', view: { center: { coordinates: [6.13, 45.8987] } } })
  act(() => map!.onChoose('Here'))
  expect(onOpenSpy).toHaveBeenCalledExactlyOnceWith('Here')
})

test('the map is first centred on the deal from the URL, and selecting another deal does not move the map', async () => {
  answers.community = pageWith(deal('Far', 6.2), deal('Here', 6.13))
  await render([], 'Far')
  await waitForAssertion(() => expect(titles()).toEqual(['Here', 'Far']))
  expect(map).toMatchObject({ chosen: 'Far', view: { center: { coordinates: [6.2, 45.8987] } } })
  act(() => map!.onChoose('Here'))
  expect(onSelectSpy).toHaveBeenCalledExactlyOnceWith('Here')
  expect(map).toMatchObject({ chosen: 'Here', view: { center: { coordinates: [6.2, 45.8987] } } })
})

test('the empty state says that there are no deals, and with chosen categories offers to show all deals', async () => {
  await render()
  await waitForAssertion(() => expect(screen.querySelector('h2')?.textContent).toBe('The stalls are still empty'))
  act(() => root?.unmount())
  await render([id])
  await waitForAssertion(() => expect(screen.textContent).toContain('Nothing in these categories'))
  act(() => button('See all good deals').click())
  expect(onChooseSpy).toHaveBeenCalledExactlyOnceWith([])
})

test('the map view shows an error when the deals fail to load, and loads them on retry', async () => {
  answers.community = failing
  await render()
  await waitForAssertion(() => expect(screen.textContent).toContain('The good deals did not load'))
  answers.community = pageWith(deal('Here', 6.13))
  act(() => button('Try again').click())
  await waitForAssertion(() => expect(titles()).toEqual(['Here']))
})

test('offline, the map shows the cached list with its date, or one error when nothing is cached', async () => {
  answers.community = unreachable
  await render([], null, [deal('Far', 6.2), deal('Here', 6.13)])
  await waitForAssertion(() => expect(titles()).toEqual(['Here', 'Far']))
  expect(map).toMatchObject({ places: [{ name: 'Here' }, { name: 'Far' }], standalone: false })
  expect(screen.textContent).toContain('Offline. Last seen')
  expect(screen.textContent).not.toContain('The good deals did not load')
  act(() => root?.unmount())
  await render([id], null)
  await waitForAssertion(() => expect(screen.textContent).toContain('The good deals did not load'))
  expect(map).toMatchObject({ places: [], standalone: true })
})

test('after a server error, the view shows the error and not the cached list', async () => {
  answers.community = failing
  await render([], null, [deal('Here', 6.13)])
  await waitForAssertion(() => expect(screen.textContent).toContain('The good deals did not load'))
  expect(titles()).toEqual([])
})

test('categories that failed to load show an error beside the loaded deals', async () => {
  answers = { categories: failing, community: pageWith(deal('Here', 6.13)) }
  await render()
  await waitForAssertion(() => expect(titles()).toEqual(['Here']))
  await waitForAssertion(() => expect(screen.textContent).toContain('The categories did not load.'))
})

test('with 5,000 deals, the list renders at most 60 rows, and the map receives all deals', async () => {
  answers.community = pageWith(...Array.from({ length: 5000 }, (_, n) => deal(`Deal ${n}`, 6.13 + n / 100_000)))
  await render()
  await waitForAssertion(() => expect(map?.places).toHaveLength(5000))
  expect(screen.querySelectorAll('li').length).toBeLessThanOrEqual(60)
})
