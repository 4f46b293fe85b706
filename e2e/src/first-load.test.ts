// features: app
import { isApiPath } from '@parvis/contract/paths.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { readVisits } from './routes.ts'
import { oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer('demo', { firstAnswersMs: 10_000 })
const FEED = '/les-tilleuls/actualites'
let titleCount = 0

/** Delays the live connection of a page until `release`; `requested` resolves once the page tries to connect. */
const delayConnection = async (page: Page) => {
  await page.addInitScript(() => {
    const OriginalWebSocket = WebSocket
    let isHeld = true
    const held: (() => void)[] = []
    class HeldWebSocket {
      readyState = 0
      onopen: ((event: Event) => void) | null = null
      onmessage: ((event: MessageEvent) => void) | null = null
      onclose: ((event: CloseEvent) => void) | null = null
      socket: WebSocket | null = null
      constructor(url: string) {
        const connect = () => {
          const socket = new OriginalWebSocket(url)
          socket.onopen = event => {
            this.readyState = 1
            this.onopen?.(event)
          }
          socket.onmessage = event => this.onmessage?.(event)
          socket.onclose = event => {
            this.readyState = 3
            this.onclose?.(event)
          }
          this.socket = socket
        }
        if (isHeld) held.push(connect)
        else connect()
      }
      send(frame: string) {
        this.socket?.send(frame)
      }
      close() {
        this.socket?.close()
      }
    }
    Object.assign(window, {
      WebSocket: HeldWebSocket,
      release: () => {
        isHeld = false
        for (const connect of held.splice(0)) connect()
      },
      isHeld: () => held.length > 0,
    })
  })
  return {
    requested: () => page.waitForFunction(() => (window as unknown as { isHeld: () => boolean }).isHeld()),
    release: () => page.evaluate(() => (window as unknown as { release: () => void }).release()),
  }
}

/** Records the API calls of this page in order, except for pictures. */
const watchCalls = (page: Page) => {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (isApiPath(pathname) && !pathname.startsWith('/media/') && request.resourceType() === 'fetch')
      calls.push(`${request.method()} ${pathname}${search}`)
  })
  return calls
}
const findDuplicates = (calls: readonly string[]) => calls.filter((call, at) => calls.indexOf(call) < at)
const readEmbeddedCalls = async (page: Page, path: string) => {
  const html = await (await page.context().request.get(path, { headers: { accept: 'text/html' } })).text()
  const json = /id="first-answers">(.*?)<\/script>/.exec(html)?.[1]
  return Object.keys(JSON.parse(json ?? '{}') as object).map(call => `GET ${call}`)
}

describe('the page that the server sends', () => {
  const community = 'GET /communities/les-tilleuls'
  const member = ['GET /api/auth', community]
  it.each([
    ['landing', 'nobody', [community]],
    ['login', 'nobody', [community]],
    ['deal-public', 'nobody', [expect.stringMatching(/^GET \/gooddeals\?cityUri=.+&adUri=.+/)]],
    ['deals', 'neighbor', [...member, 'GET /gooddeals/categories', 'GET /gooddeals/community?page=1']],
    ['new-post', 'neighbor', member],
  ] as const)(
    'embeds the responses that the screen %s needs; the app fetches only those again that may be outdated',
    async (name, as, expected) => {
      const { page } = await testServer().newPage({ language: 'fr', ...(as !== 'nobody' && { as }) })
      const { path } = (await readVisits(testServer().server)).find(visit => visit.name === name)!
      const embedded = await readEmbeddedCalls(page, path)
      expect(embedded).toEqual(expected)
      const calls = watchCalls(page)
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      await page.waitForLoadState('networkidle')
      const refetched: Partial<Record<typeof name, string[]>> = {
        // A page served before the log-in lacks the channels, so the community is fetched again.
        'new-post': [community],
        // The deals are fetched again once the page is connected, since the page missed earlier live events.
        deals: [community, 'GET /gooddeals/community?page=1'],
      }
      expect(findDuplicates([...embedded, ...calls]).filter(call => !refetched[name]?.includes(call))).toEqual([])
    },
  )
})

describe.each(oppositeShapes)('a first load, $size, $language', ({ size, language }) => {
  it('makes no call twice, nor any for screens that are not open, and shows a post published before the live connection', async () => {
    const { page } = await testServer().newPage({ size, language, as: 'neighbor' })
    const connection = await delayConnection(page)
    const calls = watchCalls(page)
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await connection.requested()
    const embedded = await readEmbeddedCalls(page, FEED)
    expect(embedded).toEqual(['GET /api/auth', 'GET /communities/les-tilleuls', 'GET /events?page=1&filter=all'])
    await page.waitForLoadState('networkidle')
    expect(findDuplicates([...embedded, ...calls])).toEqual([])
    expect(calls.filter(call => /\/(?:gooddeals|templates)\b/.test(call))).toEqual([])

    const title = `Avant la connexion ${size} ${++titleCount}`
    const author = await testServer().server.as('neighbor2')
    await author.call(publishPost, {
      body: {
        title,
        description: title,
        lang: { en: { title, description: title } },
      },
    })
    const newPost = page.getByRole('heading', { level: 2, name: title, exact: true })
    await testServer().server.settled()
    expect(await newPost.count()).toBe(0)
    const before = calls.length
    await connection.release()
    // This timeout is well below the polling interval of the feed.
    await newPost.waitFor({ timeout: 20_000 })
    await page.waitForLoadState('networkidle')
    expect(findDuplicates(calls.slice(before))).toEqual([])
    expect(calls.slice(before)).toContain('GET /events?page=1&filter=all')
  })
})
