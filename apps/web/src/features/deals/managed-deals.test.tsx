import type { SessionUser } from '@parvis/contract/session.ts'
import type { Deal, DealState } from '@parvis/contract/deals.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { FrameContext } from '#web/ui/frame-context.ts'
import { MyDealsView } from './MyDealsView.tsx'
import { PendingDeals } from './PendingDeals.tsx'

const id = '0199f15d-9f9c-7de6-a71a-a6c1331d349f'
const community = { _id: id, customUri: 'les-tilleuls', loc: null }
const place = { name: 'Les Tilleuls', target: { to: '/' } } as const
const author = { _id: 'u1', firstname: 'Wanda', lastname: 'Nowak', pseudo: 'wanda', photoUri: null }
const deal = (state: DealState, more: Partial<Deal> = {}, refusal: string | null = null) =>
  ({
    _id: `${id}-${state}`,
    categoryId: id,
    category: { _id: id, name: 'Bakery', lang: { en: {} }, picto: 'bread', bgColor: 'food' },
    title: `Chez Wanda ${state}`,
    lang: { en: {} },
    photo: null,
    loc: null,
    dateAdded: new Date().toISOString(),
    startDate: null,
    endDate: null,
    version: 1,
    keeping: { state, nearby: true, refusal, author, figures: { seen: 12, interested: 1, routes: 0 } },
    abilities: { edit: true, remove: true, publish: false, approve: true, drawMap: false },
    ...more,
  }) as unknown as Deal
const pageWith = (docs: Deal[]) => ({
  docs,
  page: 1,
  hasNextPage: false,
  nextPage: null,
  cursor: null,
  waiting: docs.length,
  needsApproval: false,
})

const failing = Symbol('failing')
const never = Symbol('never')
let answer: unknown
let decisionAnswer: unknown
const fetched = vi.fn(async (address: string, _options?: RequestInit) => {
  if (address.includes('/admin/deals/')) return Response.json(decisionAnswer)
  if (answer === never) return await new Promise<Response>(() => {})
  return answer === failing
    ? Response.json({ error: { key: 'unexpectederror' } }, { status: 500 })
    : Response.json(answer)
})
const onCount = vi.fn<(count: number) => void>()

let root: Root | undefined
let screen: HTMLElement
let queryClient: QueryClient
const render = async (view: ReactNode) => {
  const component = () => (
    <QueryClientProvider client={queryClient}>
      <FrameContext value={{ place }}>{view}</FrameContext>
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
const until = async (isDone: () => boolean) => {
  // pause: between two polls
  for (let n = 0; n < 100 && !isDone(); n++) await act(() => new Promise(resolve => setTimeout(resolve, 10)))
}
const expectPageText = async (text: string) => {
  await until(() => document.body.textContent.includes(text))
  expect(document.body.textContent).toContain(text)
}
const press = (name: string) =>
  act(async () => {
    const buttons = [...document.querySelectorAll('button')]
    buttons.find(one => one.getAttribute('aria-label') === name || one.textContent === name)!.click()
  })
const myDeals = (role: 'advertiser' | 'administrator' = 'advertiser') => (
  <MyDealsView
    community={community}
    me={
      {
        _id: role === 'advertiser' ? 'u1' : 'u2',
        abilities: { runCommunity: role === 'administrator' },
      } as unknown as SessionUser
    }
  />
)

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await loadTexts('frame', 'deals')
  await setLanguage('en')
})
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  onCount.mockClear()
  answer = pageWith([])
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(async () => {
  await act(async () => root?.unmount())
  queryClient.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

describe('managed deals', () => {
  test('show a loading state, and an error with a retry button when they fail to load', async () => {
    answer = never
    await render(myDeals())
    const waiting = () => screen.querySelector('[role="status"][aria-label="Loading"]')
    await until(() => waiting() !== null)
    expect(waiting()).not.toBeNull()
    await act(async () => root?.unmount())
    queryClient.clear()
    answer = failing
    await render(myDeals())
    await expectPageText('Your deals did not load')
    answer = pageWith([deal('shown')])
    await press('Try again')
    await expectPageText('Chez Wanda shown')
  })

  test('show a link to write the first deal when there are none', async () => {
    await render(myDeals())
    await expectPageText('No deal yet')
    expect(screen.querySelector('a[href="/les-tilleuls/vie-locale/edition"]')).not.toBeNull()
  })

  test('show their state with its reason, and their statistics', async () => {
    answer = pageWith([
      deal('waiting'),
      deal('refused', {}, 'No price.'),
      deal('scheduled', { startDate: '2099-06-12' }),
      deal('shown', { endDate: '2099-06-30' }),
      deal('ended'),
    ])
    await render(myDeals())
    for (const text of [
      'For the team’s yes',
      'The team says: No price.',
      'From 12 June 2099',
      'Until 30 June 2099',
      'Not shown any more',
      '12 views',
      '1 interested',
      '0 routes',
    ])
      await expectPageText(text)
    expect(screen.textContent).not.toContain('By Wanda')
  })

  test('show the author of each deal to the team', async () => {
    answer = pageWith([deal('shown')])
    await render(myDeals('administrator'))
    await expectPageText('All deals')
    await expectPageText('By Wanda')
  })
})

describe('pending deals', () => {
  test('render nothing when there are none', async () => {
    await render(<PendingDeals community={community} onCount={onCount} />)
    await until(() => onCount.mock.calls.length > 0)
    expect(onCount).toHaveBeenCalledWith(0)
    expect(screen.textContent).toBe('')
  })

  test('are counted, and a refusal sends the typed reason', async () => {
    answer = pageWith([deal('waiting')])
    await render(<PendingDeals community={community} onCount={onCount} />)
    await expectPageText('Good deals that wait 1')
    expect(onCount).toHaveBeenCalledWith(1)
    await press('Refuse Chez Wanda waiting')
    const field = document.querySelector<HTMLTextAreaElement>('textarea[name=reason]')!
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, ' No price. ')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    decisionAnswer = { ...deal('refused'), title: 'Chez Wanda waiting' }
    answer = pageWith([])
    await act(async () => field.form!.requestSubmit())
    await until(() => fetched.mock.calls.some(([address]) => address.includes('/admin/deals/')))
    const [, options] = fetched.mock.calls.find(([address]) => address.includes('/admin/deals/'))!
    expect(JSON.parse(String(options?.body))).toEqual({ approve: false, reason: 'No price.', version: 1 })
    await until(() => onCount.mock.lastCall?.[0] === 0)
    expect(onCount).toHaveBeenLastCalledWith(0)
    await until(() => document.activeElement !== document.body)
  })

  test('announce a newer version while the refusal dialog is open, and keep the typed reason after another team member has decided', async () => {
    answer = pageWith([deal('waiting')])
    await render(<PendingDeals community={community} onCount={onCount} />)
    await expectPageText('Good deals that wait 1')
    await press('Refuse Chez Wanda waiting')
    const field = () => document.querySelector<HTMLTextAreaElement>('textarea[name=reason]')!
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field(), 'No price.')
      field().dispatchEvent(new Event('input', { bubbles: true }))
    })
    const refetchWith = async (docs: Deal[]) => {
      answer = pageWith(docs)
      await act(() => queryClient.invalidateQueries())
    }
    await refetchWith([deal('waiting', { version: 2, title: 'Chez Wanda anew' })])
    await until(() => document.body.textContent!.includes('Its author has just changed it'))
    expect(document.querySelector('dialog h2')?.textContent).toContain('Chez Wanda anew')
    expect(field().form!.querySelector('[type=submit]')).not.toBe(null)
    await refetchWith([])
    await until(() => document.body.textContent!.includes('Somebody else has just decided'))
    expect([field().value, field().form!.querySelector('[type=submit]')]).toEqual(['No price.', null])
  })
})
