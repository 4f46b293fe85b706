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

type Answers = (method: string, address: string, body?: string) => Response | Promise<Response>
type Given = { params: Record<string, string>; query: URLSearchParams; body: unknown }

let answers: Answers
/** Replaces the server: answers every request from now on. */
export const answerWith = (given: Answers): void => {
  answers = given
}
let stubs: { endpoint: Endpoint; respond: (given: Given) => unknown }[] = []

const paramsOf = ({ path }: Endpoint, pathname: string): Record<string, string> | null => {
  const found = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(pathname)
  return found && { ...found.groups }
}

/**
 * Stubs one endpoint of the contract: with an answer, or a function of the call that returns one, a `Response`, or a
 * promise of either. The latest stub of an endpoint wins.
 */
export const stub = <E extends Endpoint>(
  endpoint: E,
  answer: Answer<E> | ((given: Given) => Answer<E> | Response | Promise<Answer<E> | Response>),
): void => {
  stubs = [
    { endpoint, respond: typeof answer === 'function' ? (answer as (given: Given) => unknown) : () => answer },
    ...stubs.filter(one => one.endpoint !== endpoint),
  ]
}
/** An error response with this key, and the field that it is about. */
export const refusal = (key: ErrorKey, field?: string): Response =>
  Response.json({ error: { key, ...(field && { field }) } }, { status: errorStatus[key] })
/** Rejects as `fetch` does without a network. */
export const noNetwork = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))

const answerStub: Answers = async (method, address, body) => {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  for (const { endpoint, respond } of stubs) {
    const params = endpoint.method === method ? paramsOf(endpoint, pathname) : null
    if (!params) continue
    const answer = await respond({ params, query: searchParams, body: body ? JSON.parse(body) : undefined })
    return answer instanceof Response ? answer : Response.json(answer)
  }
  throw new Error(`no stub for ${method} ${address}`)
}

/** All requests so far, as `POST /moderation/appeal`. */
export const calls: string[] = []
/** The JSON bodies of those that had one, in order. */
export const bodies: unknown[] = []
let root: Root | undefined
let queryClient: QueryClient

/**
 * Renders a part of the app by itself: with a router on which every address shows the same part, a query cache and a
 * stubbed server.
 */
export const draw = async (view: ReactNode, address = '/') => {
  const rootRoute = createRootRoute({
    component: () => <QueryClientProvider client={queryClient}>{view}</QueryClientProvider>,
  })
  const made = createRouter({
    routeTree: rootRoute.addChildren([createRoute({ getParentRoute: () => rootRoute, path: '$' })]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })

  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    await made.load()
    root?.render(<RouterProvider router={made as never} />)
  })
}
export const until = async (there: () => boolean) => {
  for (let n = 0; n < 100 && !there(); n++) await act(() => new Promise(resolve => setTimeout(resolve, 10)))
}
export const shows = async (words: string) => {
  await until(() => document.body.textContent.includes(words))
  expect(document.body.textContent).toContain(words)
}
/** A missing element fails an assertion instead of crashing the test. */
const mustBeThere = <T extends Element>(found: T | null | undefined, what: string): T => {
  expect(found, `${what} is not there`).toBeTruthy()
  return found!
}
export const press = (name: string) =>
  act(async () =>
    mustBeThere(
      [...document.querySelectorAll('button')].find(one => one.textContent === name),
      name,
    ).click(),
  )
/** The element with this label or text. */
export const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a, input, label, summary, [role]')].find(
    one => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
  )
/** Clicks the element with this label or text. */
export const tap = (name: string) => act(async () => mustBeThere(named(name), name).click())
export const choose = (value: string) =>
  act(async () => mustBeThere(document.querySelector<HTMLInputElement>(`input[value="${value}"]`), value).click())
/** Types into the field that the selector finds. */
export const write = (text: string, selector = 'textarea') =>
  act(async () => {
    const field = mustBeThere(document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector), selector)
    const { prototype } = field.tagName === 'TEXTAREA' ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
/** Puts data into the query cache, fetched at the given time. */
export const know = (key: readonly unknown[], data: unknown, updatedAt = Date.now()) =>
  queryClient.setQueryData(key, data, { updatedAt })
/** Wraps a view in the frame context that top bars need. */
export const framed = (view: ReactNode, refuse?: () => void) => (
  <FrameContext value={{ place: { name: 'Les Tilleuls', target: { to: '/' } }, refuse }}>{view}</FrameContext>
)
/** The axe violations that can be found without a layout: no colours, no sizes. */
export const barriers = async () => {
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
export const told = () => shownToasts().map(({ text }) => text)
/** Refetches everything, as after a live event, and waits for it. */
export const hearOfChange = () => act(() => queryClient.invalidateQueries())
/** The same without waiting for the responses. */
export const askAnew = () => act(async () => void queryClient.invalidateQueries())
export const radios = () => document.querySelectorAll('input[type=radio]').length

/** Unmounts the view and clears the cache and the page. */
export const wipe = async () => {
  await act(async () => root?.unmount())
  queryClient.clear()
  document.body.replaceChildren()
}

/** Sets up a test file: call it once. It loads the texts of these features, and each test starts with an empty page. */
export const drawAlone = (...texts: Parameters<typeof loadTexts>): void => {
  beforeAll(async () => {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true
    await loadTexts('common', 'errors', ...texts)
    await setLanguage('en')
  })
  beforeEach(() => {
    calls.length = 0
    bodies.length = 0
    stubs = []
    answers = answerStub
    vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
      calls.push(`${method} ${address}`)
      if (typeof body === 'string') bodies.push(JSON.parse(body))
      return answers(method, address, typeof body === 'string' ? body : undefined)
    })
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  })
  afterEach(async () => {
    await wipe()
    for (const { id } of shownToasts()) closeToast(id)
    vi.unstubAllGlobals()
  })
}
