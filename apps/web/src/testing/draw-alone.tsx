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
/** What the server answers from now on, whatever is asked. */
export const answerWith = (given: Answers): void => {
  answers = given
}
let stubs: { endpoint: Endpoint; respond: (given: Given) => unknown }[] = []

const paramsOf = ({ path }: Endpoint, pathname: string): Record<string, string> | null => {
  const found = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(pathname)
  return found && { ...found.groups }
}

/**
 * What the server answers to one call of the contract from now on: an answer, or a function of the call that returns
 * one, a `Response`, or a promise of either. The latest for an endpoint counts.
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
/** A refusal with this key, and the field that it is about. */
export const refusal = (key: ErrorKey, field?: string): Response =>
  Response.json({ error: { key, ...(field && { field }) } }, { status: errorStatus[key] })
/** As without a network. */
export const noNetwork = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))

const answerStub: Answers = async (method, address, body) => {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  for (const { endpoint, respond } of stubs) {
    const params = endpoint.method === method ? paramsOf(endpoint, pathname) : null
    if (!params) continue
    const answer = await respond({ params, query: searchParams, body: body ? JSON.parse(body) : undefined })
    return answer instanceof Response ? answer : Response.json(answer)
  }
  throw new Error(`no stub answers ${method} ${address}`)
}

/** Every call that was made: `POST /moderation/appeal`. */
export const calls: string[] = []
/** The bodies of those that had one, in their order. */
export const bodies: unknown[] = []
let root: Root | undefined
let queryClient: QueryClient

/**
 * Draws a part of the app by itself: its router, where every address shows the same part, its cache, a server that
 * answers as told.
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
/** What is not drawn is a failed assertion and no crash of the test. */
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
/** What is called so, by its label or by its words. */
export const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a, input, label, summary, [role]')].find(
    one => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
  )
/** Clicks what is called so. */
export const tap = (name: string) => act(async () => mustBeThere(named(name), name).click())
export const choose = (value: string) =>
  act(async () => mustBeThere(document.querySelector<HTMLInputElement>(`input[value="${value}"]`), value).click())
/** Types into the field that a selector finds. */
export const write = (text: string, selector = 'textarea') =>
  act(async () => {
    const field = mustBeThere(document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector), selector)
    const { prototype } = field.tagName === 'TEXTAREA' ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
/** What was read before, at a time. */
export const know = (key: readonly unknown[], data: unknown, updatedAt = Date.now()) =>
  queryClient.setQueryData(key, data, { updatedAt })
/** With the frame around it that bars of screens ask for. */
export const framed = (view: ReactNode, refuse?: () => void) => (
  <FrameContext value={{ place: { name: 'Les Tilleuls', target: { to: '/' } }, refuse }}>{view}</FrameContext>
)
/** What keeps somebody out of what is drawn, as far as that can be seen without a layout: no colours, no sizes. */
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
/** What was told in passing. */
export const told = () => shownToasts().map(({ text }) => text)
/** As when the server says that something has changed. */
export const hearOfChange = () => act(() => queryClient.invalidateQueries())
/** The same, without waiting for the answers. */
export const askAnew = () => act(async () => void queryClient.invalidateQueries())
export const radios = () => document.querySelectorAll('input[type=radio]').length

/** Takes it away with all that it has read. */
export const wipe = async () => {
  await act(async () => root?.unmount())
  queryClient.clear()
  document.body.replaceChildren()
}

/** Call it once in a file: the words of these features are there, and each test begins with an empty page. */
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
