// features: app
import { listCachedImages } from '@parvis/contract/installation.ts'
import { isApiPath } from '@parvis/contract/paths.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { readVisits } from './routes.ts'
import { fetchedAhead } from './settle.ts'
import { oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage('demo', { firstAnswersMs: 10_000 })
const FEED = '/les-tilleuls/actualites'
let written = 0

/** Holds the live connection of the page back until released. */
const holdConnection = async (page: Page) => {
  await page.addInitScript(() => {
    const Real = WebSocket
    let isHeld = true
    const held: (() => void)[] = []
    class Held {
      readyState = 0
      onopen: ((event: Event) => void) | null = null
      onmessage: ((event: MessageEvent) => void) | null = null
      onclose: ((event: CloseEvent) => void) | null = null
      real: WebSocket | null = null
      constructor(url: string) {
        const dial = () => {
          const real = new Real(url)
          real.onopen = event => {
            this.readyState = 1
            this.onopen?.(event)
          }
          real.onmessage = event => this.onmessage?.(event)
          real.onclose = event => {
            this.readyState = 3
            this.onclose?.(event)
          }
          this.real = real
        }
        if (isHeld) held.push(dial)
        else dial()
      }
      send(frame: string) {
        this.real?.send(frame)
      }
      close() {
        this.real?.close()
      }
    }
    Object.assign(window, {
      WebSocket: Held,
      letGo: () => {
        isHeld = false
        for (const dial of held.splice(0)) dial()
      },
      isHeld: () => held.length > 0,
    })
  })
  return {
    asked: () => page.waitForFunction(() => (window as unknown as { isHeld: () => boolean }).isHeld()),
    letGo: () => page.evaluate(() => (window as unknown as { letGo: () => void }).letGo()),
  }
}

/** The API calls of this page in order, except pictures. */
const watchCalls = (page: Page) => {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (isApiPath(pathname) && !pathname.startsWith('/media/') && request.resourceType() === 'fetch')
      calls.push(`${request.method()} ${pathname}${search}`)
  })
  return calls
}
const twice = (calls: readonly string[]) => calls.filter((call, at) => calls.indexOf(call) < at)
const cameWith = async (page: Page, path: string) => {
  const html = await (await page.context().request.get(path, { headers: { accept: 'text/html' } })).text()
  const json = /id="first-answers">(.*?)<\/script>/.exec(html)?.[1]
  return Object.keys(JSON.parse(json ?? '{}') as object).map(call => `GET ${call}`)
}

describe('a page embeds the responses that its screen needs', () => {
  const community = 'GET /communities/les-tilleuls'
  const member = ['GET /api/auth', community]
  it.each([
    ['landing', 'nobody', [community]],
    ['login', 'nobody', [community]],
    ['deal-public', 'nobody', [expect.stringMatching(/^GET \/gooddeals\?cityUri=.+&adUri=.+/)]],
    ['deals', 'neighbor', [...member, 'GET /gooddeals/categories', 'GET /gooddeals/community?page=1']],
    ['new-post', 'neighbor', member],
  ] as const)('%s', async (name, as, expected) => {
    const { page } = await stage().welcome({ language: 'fr', ...(as !== 'nobody' && { as, fetchesAhead: true }) })
    const { path } = (await readVisits(stage().server)).find(visit => visit.name === name)!
    const brought = await cameWith(page, path)
    expect(brought).toEqual(expected)
    const calls = watchCalls(page)
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    if (as !== 'nobody') await fetchedAhead(page)
    await page.waitForLoadState('networkidle')
    const anew: Partial<Record<typeof name, string[]>> = {
      // the channels, which a page read before the log-in does not have
      'new-post': [community],
      // refetched, since changes before the connection was established were not published to this page
      deals: [community, 'GET /gooddeals/community?page=1'],
    }
    expect(twice([...brought, ...calls]).filter(call => !anew[name]?.includes(call))).toEqual([])
  })
})

describe.each(oppositeShapes)('a first load, $size, $language', ({ size, language }) => {
  it('makes no call twice, prefetches recurring pictures once after the feed, and shows a post published before the connection was established', async () => {
    const { page } = await stage().welcome({ size, language, as: 'neighbor', fetchesAhead: true })
    const connection = await holdConnection(page)
    const calls = watchCalls(page)
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    const lists = () => asked.filter(path => path === '/globalinformations/cachedImages').length
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    expect(lists()).toBe(0)
    await connection.asked()
    const brought = await cameWith(page, FEED)
    expect(brought).toEqual(['GET /api/auth', 'GET /communities/les-tilleuls', 'GET /events?page=1&filter=all'])
    await fetchedAhead(page)
    await page.waitForLoadState('networkidle')
    expect(twice([...brought, ...calls])).toEqual([])

    const title = `Avant la connexion ${size} ${++written}`
    const author = await stage().server.as('neighbor2')
    await author.call(publishPost, { body: { title, description: title, lang: { en: { title, description: title } } } })
    const newPost = page.getByRole('heading', { level: 2, name: title, exact: true })
    await stage().server.settled()
    expect(await newPost.count()).toBe(0)
    const before = calls.length
    await connection.letGo()
    // well before the feed polls by itself
    await newPost.waitFor({ timeout: 20_000 })
    await page.waitForLoadState('networkidle')
    expect(twice(calls.slice(before))).toEqual([])
    expect(calls.slice(before)).toContain('GET /events?page=1&filter=all')

    await expect.poll(lists, { timeout: 20_000 }).toBe(1)
    const neighbor = await stage().server.as('neighbor')
    const uris = new Set((await neighbor.call(listCachedImages)).answer.map(({ uri }) => uri))
    const pictures = () => asked.filter(path => uris.has(path))
    await expect.poll(() => new Set(pictures()).size, { timeout: 20_000 }).toBe(uris.size)
    // Cached pictures are not fetched again.
    const isKept = await page.evaluate(
      async all => {
        const answers = await Promise.all(all.map(uri => fetch(uri, { cache: 'only-if-cached', mode: 'same-origin' })))
        return answers.every(({ ok }) => ok)
      },
      [...uris],
    )
    expect(isKept).toBe(true)
    await page.reload()
    await page.getByRole('article').first().waitFor()
    await fetchedAhead(page)
    await page.waitForLoadState('networkidle')
    expect(lists()).toBe(1)
  })
})
