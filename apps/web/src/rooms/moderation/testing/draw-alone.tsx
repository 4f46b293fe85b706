import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'

type Answers = (method: string, address: string) => Response | Promise<Response>

let answers: Answers
/** What the server answers from now on. */
export const answerWith = (given: Answers): void => {
  answers = given
}
export const calls: string[] = []
let root: Root | undefined
let queryClient: QueryClient

/** Draws a part of the app by itself: its router, its cache, a server that answers as told. */
export const draw = async (view: ReactNode) => {
  const component = () => <QueryClientProvider client={queryClient}>{view}</QueryClientProvider>
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => {
    await router.load()
    root?.render(<RouterProvider router={router as never} />)
  })
}
export const until = async (there: () => boolean) => {
  for (let n = 0; n < 100 && !there(); n++) await act(() => new Promise(resolve => setTimeout(resolve, 10)))
}
export const shows = async (words: string) => {
  await until(() => document.body.textContent.includes(words))
  expect(document.body.textContent).toContain(words)
}
export const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(one => one.textContent === name)!.click())
export const choose = (value: string) =>
  act(async () => document.querySelector<HTMLInputElement>(`input[value="${value}"]`)!.click())
export const write = (text: string) =>
  act(async () => {
    const words = document.querySelector('textarea')!
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(words, text)
    words.dispatchEvent(new Event('input', { bubbles: true }))
  })
/** As when the server says that something has changed. */
export const hearOfChange = () => act(() => queryClient.invalidateQueries())
export const radios = () => document.querySelectorAll('input[type=radio]').length

/** Takes it away with all that it has read. */
export const wipe = async () => {
  await act(async () => root?.unmount())
  queryClient.clear()
  document.body.replaceChildren()
}

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await loadTexts('common', 'errors', 'moderation', 'rules')
  await setLanguage('en')
})
beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${address}`)
    return answers(method, address)
  })
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(async () => {
  await wipe()
  vi.unstubAllGlobals()
})
