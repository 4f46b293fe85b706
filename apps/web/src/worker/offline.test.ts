import { WELCOME_PDF } from '@parvis/contract/information.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const HERE = 'http://localhost:3000'

type Worked = Record<string, unknown> & { waitUntil: (work: Promise<unknown>) => void }

/** The worker's own side of the browser, as far as pages and newer versions need it. */
let listeners: [name: string, listener: (event: Worked) => void][]
/** The pages that are open, by whether they are in the middle of nothing. */
let pages: boolean[]
const skipWaiting = vi.fn(async () => {})

beforeEach(async () => {
  listeners = []
  pages = []
  skipWaiting.mockClear()
  const caches = {
    // somebody is signed in
    has: async () => true,
    open: async () => ({ match: async () => new Response('<html>the app as it is here</html>') }),
  }
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('PRECACHE', [{ url: '/index.html', revision: '1' }])
  vi.stubGlobal('self', {
    caches,
    location,
    registration: {},
    addEventListener: (...one: (typeof listeners)[number]) => void listeners.push(one),
    skipWaiting,
    clients: {
      matchAll: async () =>
        pages.map(isQuiet => ({ postMessage: (_: unknown, [port]: MessagePort[]) => port!.postMessage(isQuiet, []) })),
    },
  })
  vi.resetModules()
  const { serveOffline } = await import('./offline.ts')
  serveOffline()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const fire = async (name: string, event: object) => {
  const work: Promise<unknown>[] = []
  for (const [heard, listener] of listeners)
    if (heard === name) listener({ ...event, waitUntil: one => void work.push(one) })
  await Promise.all(work)
}
/** What is shown to who opens a page while the server, or what stands before it, answers so. */
const opened = async (status: number) => {
  let answer: Promise<Response> | undefined
  await fire('fetch', {
    // no code can make one that navigates
    request: Object.defineProperty(new Request(`${HERE}/les-tilleuls/actualites`), 'mode', { value: 'navigate' }),
    preloadResponse: Promise.resolve(new Response('of the server', { status })),
    respondWith: (given: Promise<Response>) => (answer = given),
  })
  return (await answer)?.text()
}

test.each([502, 504])(
  'a member whose server is not reached is shown the app as it is here, for a %i too',
  async status => {
    expect(await opened(status)).toBe('<html data-offline>the app as it is here</html>')
  },
)

test.each([200, 404, 503])('a page of the server is shown as it came, with a %i', async status => {
  expect(await opened(status)).toBe('of the server')
})

test.each([
  [`${WELCOME_PDF.replace(':id', 'tilleuls')}?v=1`, true],
  ['/media/one/full', true],
  ['/communities/tilleuls', false],
  ['/api/auth', false],
])('%s is kept for a member without a network: %s', async (path, isKept) => {
  // what the strategies ask of the event that they work for
  vi.stubGlobal('ExtendableEvent', { [Symbol.hasInstance]: () => true })
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  const respondWith = vi.fn()
  await fire('fetch', { request: new Request(`${HERE}${path}`), respondWith })
  expect(respondWith).toHaveBeenCalledTimes(isKept ? 1 : 0)
  await (respondWith.mock.calls[0]?.[0] as Promise<Response> | undefined)
})

test.each([
  ['waits as long as any open page is in the middle of something', [true, false], 'quietly', 0],
  ['takes over once every open page is in the middle of nothing', [true, true], 'quietly', 1],
  ['takes over where no page is open', [], 'quietly', 1],
  ['takes over at once where it is told to', [false], 'now', 1],
] as const)('a newer version %s', async (_, open, takeOver, count) => {
  pages = [...open]
  await fire('message', { data: { takeOver } })
  expect(skipWaiting).toHaveBeenCalledTimes(count)
})
