import { WELCOME_PDF } from '@parvis/contract/information.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const HERE = 'http://localhost:3000'

type WorkerEvent = Record<string, unknown> & { waitUntil: (work: Promise<unknown>) => void }

let listeners: [name: string, listener: (event: WorkerEvent) => void][]
/** For each open page, whether it allows a restart. */
let pages: boolean[]
const skipWaiting = vi.fn(async () => {})

beforeEach(async () => {
  listeners = []
  pages = []
  skipWaiting.mockClear()
  const caches = {
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
  for (const [eventName, listener] of listeners)
    if (eventName === name) listener({ ...event, waitUntil: one => void work.push(one) })
  await Promise.all(work)
}
/** Returns the text of the page that is shown when the server, or a proxy before it, responds with this status. */
const openPage = async (status: number) => {
  let answer: Promise<Response> | undefined
  await fire('fetch', {
    request: Object.defineProperty(new Request(`${HERE}/les-tilleuls/actualites`), 'mode', { value: 'navigate' }),
    preloadResponse: Promise.resolve(new Response('of the server', { status })),
    respondWith: (given: Promise<Response>) => (answer = given),
  })
  return (await answer)?.text()
}

test.each([502, 504])(
  'a member gets the cached app when a proxy responds with %i because it cannot reach the server',
  async status => {
    expect(await openPage(status)).toBe('<html data-offline>the app as it is here</html>')
  },
)

test.each([200, 404, 503])('a page that the server itself sends with %i is shown unchanged', async status => {
  expect(await openPage(status)).toBe('of the server')
})

test.each([
  [`${WELCOME_PDF.replace(':id', 'tilleuls')}?v=1`, true],
  ['/media/one/full', true],
  ['/communities/tilleuls', false],
  ['/api/auth', false],
])('the worker caches %s for offline use: %s', async (path, isCached) => {
  // The strategies of Workbox require this global.
  vi.stubGlobal('ExtendableEvent', { [Symbol.hasInstance]: () => true })
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  const respondWith = vi.fn()
  await fire('fetch', { request: new Request(`${HERE}${path}`), respondWith })
  expect(respondWith).toHaveBeenCalledTimes(isCached ? 1 : 0)
  await (respondWith.mock.calls[0]?.[0] as Promise<Response> | undefined)
})

test.each([
  ['waits while any open page is busy', [true, false], 'quietly', 0],
  ['takes over once every open page is idle', [true, true], 'quietly', 1],
  ['takes over when no page is open', [], 'quietly', 1],
  ['takes over at once on request', [false], 'now', 1],
] as const)('a newer worker %s', async (_, open, takeOver, count) => {
  pages = [...open]
  await fire('message', { data: { takeOver } })
  expect(skipWaiting).toHaveBeenCalledTimes(count)
})
