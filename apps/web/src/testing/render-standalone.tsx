import type { Answer, Endpoint } from '@parvis/contract/endpoint.ts'
import { type ErrorKey, errorStatus } from '@parvis/contract/errors.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { FrameContext } from '#web/ui/frame-context.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'

type Responder = (method: string, address: string, body?: string) => Response | Promise<Response>
type StubbedCall = { params: Record<string, string>; query: URLSearchParams; body: unknown }

let responder: Responder
/** Answers every later request of the test with this function instead of the stubs. */
export const answerWith = (next: Responder): void => {
  responder = next
}
let stubs: { endpoint: Endpoint; respond: (given: StubbedCall) => unknown }[] = []

const paramsOf = ({ path }: Endpoint, pathname: string): Record<string, string> | null => {
  const found = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(pathname)
  return found && { ...found.groups }
}

/**
 * Stubs one API endpoint: with an answer, or a function of the call that returns an answer, a `Response` or a promise
 * of either. The latest stub of an endpoint is used.
 */
export const stub = <E extends Endpoint>(
  endpoint: E,
  answer: Answer<E> | ((call: StubbedCall) => Answer<E> | Response | Promise<Answer<E> | Response>),
): void => {
  stubs = [
    { endpoint, respond: typeof answer === 'function' ? (answer as (call: StubbedCall) => unknown) : () => answer },
    ...stubs.filter(candidate => candidate.endpoint !== endpoint),
  ]
}
/** An error response with this error key and the name of the invalid field. */
export const refusal = (key: ErrorKey, field?: string): Response =>
  Response.json({ error: { key, ...(field && { field }) } }, { status: errorStatus[key] })
/** A promise that rejects as `fetch` does without a network. */
export const noNetwork = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))

const answerFromStubs: Responder = async (method, address, body) => {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  for (const { endpoint, respond } of stubs) {
    const params = endpoint.method === method ? paramsOf(endpoint, pathname) : null
    if (!params) continue
    const answer = await respond({ params, query: searchParams, body: body ? JSON.parse(body) : undefined })
    return answer instanceof Response ? answer : Response.json(answer)
  }
  throw new Error(`no stub for ${method} ${address}`)
}

/** All requests so far, such as `POST /moderation/appeal`. */
export const calls: string[] = []
/** The JSON bodies of the requests that had one, in order. */
export const bodies: unknown[] = []
let root: Root | undefined
let queryClient: QueryClient

/** Renders a component with a query cache, a stubbed server, and a router that shows this component at every path. */
export const render = async (view: ReactNode, address = '/') => {
  const rootRoute = createRootRoute({
    component: () => <QueryClientProvider client={queryClient}>{view}</QueryClientProvider>,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([createRoute({ getParentRoute: () => rootRoute, path: '$' })]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })

  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    await router.load()
    root?.render(<RouterProvider router={router as never} />)
  })
}
export const waitUntil = async (condition: () => boolean) => {
  for (let n = 0; n < 100 && !condition(); n++) await act(() => new Promise(resolve => setTimeout(resolve, 10)))
}
export const expectText = async (text: string) => {
  await waitUntil(() => document.body.textContent.includes(text))
  expect(document.body.textContent).toContain(text)
}
/** Fails an assertion if the element is missing, instead of crashing the test. */
const assertPresent = <T extends Element>(found: T | null | undefined, what: string): T => {
  expect(found, `${what} is not there`).toBeTruthy()
  return found!
}
export const press = (name: string) =>
  act(async () =>
    assertPresent(
      [...document.querySelectorAll('button')].find(candidate => candidate.textContent === name),
      name,
    ).click(),
  )
/** Finds an element by its label or text. */
export const findNamed = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a, input, label, summary, [role]')].find(
    candidate => (candidate.getAttribute('aria-label') ?? candidate.textContent.trim()) === name,
  )
/** Clicks the element with this label or text. */
export const tap = (name: string) => act(async () => assertPresent(findNamed(name), name).click())
export const choose = (value: string) =>
  act(async () => assertPresent(document.querySelector<HTMLInputElement>(`input[value="${value}"]`), value).click())
/** Types into the field that matches the selector. */
export const typeInto = (text: string, selector = 'textarea') =>
  act(async () => {
    const field = assertPresent(document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector), selector)
    const { prototype } = field.tagName === 'TEXTAREA' ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
/** Writes data into the query cache, as if fetched at `updatedAt`. */
export const seedCache = (key: readonly unknown[], data: unknown, updatedAt = Date.now()) =>
  queryClient.setQueryData(key, data, { updatedAt })
/** Wraps a view in the frame context that a top bar reads. */
export const withFrame = (view: ReactNode, explainRefusal?: () => void) => (
  <FrameContext value={{ place: { name: 'Les Tilleuls', target: { to: '/' } }, explainRefusal }}>{view}</FrameContext>
)
/** The axe violations of the page, except those that need a layout, such as contrast and size. */
export const findAxeViolations = async () => {
  const { default: axe } = await import('axe-core')
  const rules = Object.fromEntries(
    ['color-contrast', 'target-size', 'page-has-heading-one', 'region', 'document-title', 'html-has-lang'].map(rule => [
      rule,
      { enabled: false },
    ]),
  )
  const { violations } = await act(() => axe.run(document.body, { rules }))
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}
/** The texts of the open toasts. */
export const toastTexts = () => shownToasts().map(({ text }) => text)
/** Refetches all queries, as after a live event, and waits for the responses. */
export const refetchAll = () => act(() => queryClient.invalidateQueries())
/** Refetches all queries without waiting for the responses. */
export const startRefetchAll = () => act(async () => void queryClient.invalidateQueries())
export const countRadios = () => document.querySelectorAll('input[type=radio]').length

/** Unmounts the view and clears the cache and the page. */
export const clearPage = async () => {
  await act(async () => root?.unmount())
  queryClient.clear()
  document.body.replaceChildren()
}

/** Sets up a test file, once: loads the texts of these features, and empties the page before each test. */
export const renderStandalone = (...texts: Parameters<typeof loadTexts>): void => {
  beforeAll(async () => {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true
    await loadTexts('frame', ...texts)
    await setLanguage('en')
  })
  beforeEach(() => {
    calls.length = 0
    bodies.length = 0
    stubs = []
    responder = answerFromStubs
    vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
      calls.push(`${method} ${address}`)
      if (typeof body === 'string') bodies.push(JSON.parse(body))
      return responder(method, address, typeof body === 'string' ? body : undefined)
    })
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  })
  afterEach(async () => {
    await clearPage()
    for (const { id } of shownToasts()) closeToast(id)
    vi.unstubAllGlobals()
  })
}
