// features: app
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../../apps/server/src/testing/long.ts'
import { sharedBrowser } from './browser.ts'
import { useTestServer } from './use-test-server.ts'
import { watchPageErrors } from './page-errors.ts'

const testServer = useTestServer()

/** Each payload sets `window.stolen` if it ever runs. */
const payloads = [
  '<script>window.stolen=1</script>',
  '<img src=x onerror="window.stolen=1">',
  '<svg onload="window.stolen=1"></svg>',
  '<svg><script>window.stolen=1</script></svg>',
  '"><script>window.stolen=1</script>',
  '\'"><img src=x onerror=window.stolen=1>',
  '<iframe srcdoc="<script>parent.stolen=1</script>"></iframe>',
  '<iframe src="javascript:parent.stolen=1"></iframe>',
  '<body onload="window.stolen=1">',
  '<input autofocus onfocus="window.stolen=1">',
  '<details open ontoggle="window.stolen=1">x</details>',
  '<a href="javascript:window.stolen=1">x</a>',
  'javascript:window.stolen=1',
  '<math><mtext><script>window.stolen=1</script></mtext></math>',
  '</title><script>window.stolen=1</script>',
  '</script><script>window.stolen=1</script>',
  '{{constructor.constructor("window.stolen=1")()}}',
  '${window.stolen=1}',
  '<template><script>window.stolen=1</script></template><object data="javascript:window.stolen=1"></object>',
  'https://example.org/"onmouseover="window.stolen=1',
]

const storeInPost = async (payload: string, community: string, id: string) => {
  await testServer()
    .server.db.updateTable('events')
    .where('community_id', '=', community)
    .where('id', '=', id)
    .set({
      title: payload,
      title_en: payload,
      description: payload,
      description_en: payload,
      post_description: payload,
      post_description_en: payload,
    })
    .execute()
}

const storeInDeal = async (payload: string, id: string) => {
  await testServer()
    .server.db.updateTable('deals')
    .where('id', '=', id)
    .set({
      title: payload,
      title_en: payload,
      description: payload,
      description_en: payload,
      promotion: payload,
      promotion_en: payload,
      opening_time: payload,
      price: payload,
      address: payload,
      city: payload,
      phone: payload,
      email: payload,
      web_site_url: payload,
      fb_url: payload,
    })
    .execute()
}

const storePayloads = async () => {
  const { db, communityId } = testServer().server
  const community = await communityId('les-tilleuls')
  const events = await db
    .selectFrom('events')
    .select(['id', 'user_id'])
    .where('community_id', '=', community)
    .orderBy('id', 'desc')
    .limit(payloads.length)
    .execute()
  const deals = await db
    .selectFrom('deals')
    .select('id')
    .where('listed', '=', true)
    .orderBy('id', 'desc')
    .limit(payloads.length)
    .execute()
  for (const [n, payload] of payloads.entries()) {
    const { id, user_id } = events[n]!
    await storeInPost(payload, community, id)
    await sql`update users set pseudo = ${`${payload} ${n}`}, firstname = ${payload}, lastname = ${payload}, description = ${payload} where community_id = ${community} and id = ${user_id}`.execute(
      db,
    )
    const deal = deals[n]
    if (deal) await storeInDeal(payload, deal.id)
  }
  await sql`update communities set description = ${payloads[1]!}, description_en = ${payloads[2]!}, address = ${payloads[0]!} where id = ${community}`.execute(
    db,
  )
  return deals.map(deal => deal.id)
}

describe.runIf(isLong).each(['fr', 'en'] as const)('markup in stored texts, %s', language => {
  let dealIds: string[] = []
  beforeAll(async () => {
    dealIds = await storePayloads()
  })

  it('is shown as text and never runs', async () => {
    const { page } = await testServer().newPage({ language, as: 'neighbor2' })
    const readStolen = () => page.evaluate(() => (window as { stolen?: unknown }).stolen)
    await page.goto('/les-tilleuls/actualites')
    await page.getByRole('article').first().waitFor()
    const seenTexts = new Set<string>()
    await expect
      .poll(async () => {
        // Titles are the texts of links, in cards and in pinned rows.
        for (const text of await page.getByRole('main').getByRole('link').allTextContents()) seenTexts.add(text)
        await page.evaluate(() => scrollBy(0, innerHeight * 0.6))
        return payloads.filter(payload => !seenTexts.has(payload))
      })
      .toEqual([])
    expect(
      await page
        .getByRole('article')
        .getByRole('link')
        .evaluateAll(links =>
          links.map(link => (link as HTMLAnchorElement).protocol).filter(protocol => !/^https?:$/.test(protocol)),
        ),
    ).toEqual([])
    expect(await readStolen()).toBe(undefined)
    await page.goto('/les-tilleuls/vie-locale')
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    expect(await readStolen()).toBe(undefined)
    for (const id of dealIds) {
      await page.goto(`/les-tilleuls/annonce?id=${id}`)
      await page.getByRole('heading', { level: 1 }).filter({ hasText: /\S/ }).last().waitFor()
      const protocols = await page
        .getByRole('main')
        .getByRole('link')
        .evaluateAll(links => links.map(link => (link as HTMLAnchorElement).protocol))
      expect(protocols.filter(protocol => !/^(?:https?|tel|mailto):$/.test(protocol))).toEqual([])
      expect(await readStolen()).toBe(undefined)
    }
    const { page: anonymousPage } = await testServer().newPage({ language })
    await anonymousPage.goto('/les-tilleuls')
    await anonymousPage.getByRole('heading', { level: 1 }).waitFor()
    expect(await anonymousPage.evaluate(() => (window as { stolen?: unknown }).stolen)).toBe(undefined)
  })
})

it('the feed page has no inline script or style, and its content security policy allows none', async () => {
  const { page } = await testServer().newPage({ as: 'neighbor' })
  const response = await page.goto('/les-tilleuls/actualites')
  // Removes the embedded responses: browsers do not run scripts of this type, and their texts cannot end the element.
  const html = (await response!.text()).replace(
    /<script type="application\/json"[^>]* id="first-answers">[^<]*<\/script>/,
    '',
  )
  expect([...html.matchAll(/<script(?![^>]* src=)[^>]*>|<style|\son\w+=|\sstyle=/gi)].map(([found]) => found)).toEqual(
    [],
  )
  expect(response!.headers()['content-security-policy']).toMatch(
    /default-src 'none'.*script-src 'self' 'wasm-unsafe-eval'/,
  )
  expect(response!.headers()['content-security-policy']).not.toMatch(/unsafe-inline|unsafe-eval'? ?[^'w]*'unsafe-eval'/)
})

describe.runIf(isLong)('the page error watcher', () => {
  it.each([
    [
      'a foreign request',
      'foreign request: GET https://tracker.example/pixel.gif',
      () => {
        new Image().src = 'https://tracker.example/pixel.gif'
      },
    ],
    [
      'an inline script',
      'CSP script-src',
      () => {
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }))
      },
    ],
    [
      'an exception',
      'exception:',
      () => {
        // pause: the exception must come from a task of its own
        setTimeout(() => {
          throw new Error('planted')
        })
      },
    ],
    [
      'an error in the console',
      'console: planted',
      () => {
        console.error('planted')
      },
    ],
    [
      'a missing file',
      'answer: GET /assets/missing.js 404',
      () => {
        void fetch('/assets/missing.js')
      },
    ],
  ])('reports %s', async (_, fault, plantIt) => {
    const { origin } = testServer()
    const context = await (await sharedBrowser()).newContext({ baseURL: origin })
    const pageErrors = await watchPageErrors(context, origin)
    const page = await context.newPage()
    await page.goto('/les-tilleuls')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(pageErrors.unexpectedErrors()).toEqual([])
    await page.evaluate(plantIt)
    await expect.poll(() => pageErrors.unexpectedErrors().some(found => found.includes(fault))).toBe(true)
    await context.close()
  })
})
