import type { Deal, DealCategory } from '@parvis/contract/deals.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { store } from '#web/kernel/device/stored.ts'
import { FrameContext } from '#web/ui/frame-context.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { dealsKeys } from './deals.queries.ts'
import { DealsView } from './DealsView.tsx'
import { markDealOpened } from './opened-deals.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

const [id, food, care] = [
  '0199f15d-9f9c-7de6-a71a-a6c1331d349f',
  '0199f15d-9f9c-7af3-b221-e3902a6e3c72',
  '0199f15d-9f9c-7af3-b221-e3902a6e3c73',
] as const
const community = { _id: id, customUri: 'les-tilleuls', loc: null }
const place = { name: 'Les Tilleuls', target: { to: '/' } } as const
const category = (_id: string, name: string): DealCategory => ({
  _id,
  name,
  lang: { en: {} },
  picto: 'bread',
  bgColor: 'food',
})
const categories = [category(food, 'Bakery'), category(care, 'Care')]
const texts = {
  description: null,
  promotion: null,
  openingTime: null,
  price: null,
  activityDescription: null,
  activityPostDescription: null,
  templateId: null,
  choices: [],
}
const deal: Deal = {
  ...texts,
  _id: id,
  categoryId: food,
  category: categories[0]!,
  title: 'Chez Wanda',
  lang: { en: { promotion: '2 loaves' } },
  address: null,
  zipCode: null,
  city: null,
  phone: null,
  webSiteUrl: null,
  fbUrl: null,
  email: null,
  photoUri: null,
  photo: null,
  mapPhotoUri: null,
  mapPhoto: null,
  loc: null,
  cityUri: 'annecy',
  customUri: 'chez-wanda',
  dateAdded: new Date().toISOString(),
  startDate: null,
  endDate: null,
  version: 1,
  keeping: null,
  abilities: { edit: false, remove: false, publish: false, approve: false, drawMap: false, flag: false },
}
const pageWith = (...docs: Deal[]) => ({ docs, page: 1, hasNextPage: false, nextPage: null, cursor: null })

/** Special values of `answers`: an error response, and a request that is never answered. */
const failing = Symbol('failing')
const never = Symbol('never')
let answers: { categories: unknown; community: unknown }
const fetched = vi.fn(async (address: string) => {
  const answer = answers[/gooddeals\/(\w+)/.exec(address)![1] as keyof typeof answers]
  if (answer === never) return await new Promise<Response>(() => {})
  return answer === failing
    ? Response.json({ error: { key: 'unexpectederror' } }, { status: 500 })
    : Response.json(answer)
})

let root: Root | undefined
let screen: HTMLElement
let queryClient: QueryClient
const onChooseSpy = vi.fn<(categories: string[]) => void>()

const render = async ({ chosen = [], remembered }: { chosen?: string[]; remembered?: boolean } = {}) => {
  const component = () => (
    <QueryClientProvider client={queryClient}>
      <FrameContext value={{ place }}>
        <DealsView
          community={community}
          viewerId="camille"
          chosenCategoryIds={chosen}
          areCategoriesRemembered={remembered}
          onChooseCategories={onChooseSpy}
        />
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
/** Waits for a condition; React renders at the end of each act(). */
const until = async (isDone: () => boolean) => {
  // pause: between two polls
  for (let n = 0; n < 100 && !isDone(); n++) await act(() => new Promise(resolve => setTimeout(resolve, 10)))
}
const expectScreenText = async (text: string) => {
  await until(() => screen.textContent.includes(text))
  expect(screen.textContent).toContain(text)
}
const button = (name: string) => [...screen.querySelectorAll('button')].find(one => one.textContent === name)
const press = (name: string) => act(async () => button(name)?.click())
const loadingStatus = () => screen.querySelector('[role="status"][aria-label="Loading"]')

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await loadTexts('frame', 'deals')
  await setLanguage('en')
})
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  answers = { categories, community: pageWith(deal) }
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onChooseSpy.mockClear()
})
afterEach(async () => {
  await act(async () => root?.unmount())
  queryClient.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

test('a deal is marked as new until the viewer has opened it', async () => {
  await render()
  await expectScreenText('Chez Wanda')
  const hasNewBadge = () => [...screen.querySelectorAll('li')].some(card => /New/.test(card.textContent))
  expect(hasNewBadge()).toBe(true)
  markDealOpened('camille', id)
  await act(async () => root?.unmount())
  await render()
  await expectScreenText('Chez Wanda')
  expect(hasNewBadge()).toBe(false)
  store('openeddeals', null)
})

describe('the list of deals', () => {
  test('shows a loading status after a delay', async () => {
    answers = { categories: never, community: never }
    await render()
    expect(loadingStatus()).toBeNull()
    await until(() => loadingStatus() !== null)
    expect(loadingStatus()).not.toBeNull()
  })

  test('shows the deals with links, and marks the end of the list', async () => {
    await render()
    await expectScreenText('Chez Wanda')
    expect(screen.querySelector('h2 a')?.getAttribute('href')).toBe(`/les-tilleuls/annonce?id=${id}`)
    expect(screen.textContent).toContain('2 loaves')
    expect(screen.textContent).toContain('These are all the good deals')
  })

  test('shows an empty state with a button to refetch', async () => {
    answers.community = pageWith()
    await render()
    await expectScreenText('The stalls are still empty')
    answers.community = pageWith(deal)
    await press('Look again')
    await expectScreenText('Chez Wanda')
  })

  test('shows an error with a button to retry', async () => {
    answers.community = failing
    await render()
    await expectScreenText('The good deals did not load')
    answers.community = pageWith(deal)
    await press('Try again')
    await expectScreenText('Chez Wanda')
  })

  test('shows the cached deals with their age when the refetch fails', async () => {
    answers.community = failing
    queryClient.setQueryData(
      dealsKeys.list(id, []),
      { pages: [pageWith(deal)], pageParams: [{ page: 1 }] },
      { updatedAt: Date.now() - 130_000 },
    )
    await render()
    await expectScreenText('Last seen 2 min ago')
    expect(screen.textContent).toContain('Chez Wanda')
  })
})

describe('the categories of deals', () => {
  test('filter the request when chosen; the viewer can add a category or clear the filter', async () => {
    answers.community = pageWith()
    await render({ chosen: [care] })
    await expectScreenText('Nothing in these categories')
    expect(fetched.mock.lastCall?.[0]).toContain(`filter=${care}`)
    await press('Bakery')
    expect(onChooseSpy).toHaveBeenCalledWith([care, food])
    await press('See all good deals')
    expect(onChooseSpy).toHaveBeenLastCalledWith([])
  })

  test('show an error above the list when they fail to load', async () => {
    answers.categories = failing
    await render()
    await expectScreenText('The categories did not load.')
    await expectScreenText('Chez Wanda')
    answers.categories = categories
    await press('Try again')
    await expectScreenText('Care')
  })

  test('that were chosen on an earlier visit are announced in a toast, which offers to clear the filter', async () => {
    await render({ chosen: [food, care], remembered: true })
    const [note] = shownToasts()
    expect(note).toMatchObject({ kind: 'done', text: '2 categories chosen', action: { label: 'See all' } })
    note!.action!.onClick()
    expect(onChooseSpy).toHaveBeenCalledWith([])
    closeToast(note!.id)
  })
})
