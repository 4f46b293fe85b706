// features: app
// Every text field of the contract stores markup that would run if inserted as HTML; then every screen is opened. The
// long form uses 200 texts; PAYLOADS_FROM=140 skips the first 140 of them.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { reportFigures } from '../../apps/server/src/testing/figures.ts'
import { isLong, iterationsOf } from '../../apps/server/src/testing/long.ts'
import { createRandom } from '@parvis/demo-world/random.ts'
import { sharedBrowser } from './browser.ts'
import { watchPageErrors } from './page-errors.ts'
import { goTo } from './go-to.ts'
import { readVisits, type ScreenVisit } from './routes.ts'
import { scriptPayloads } from './script-payloads.ts'
import { type Visit, loggedInState } from './browser-server.ts'
import { createRecipes, listTextCalls } from './stored-fields.ts'
import { waitUntilSettled } from './settle.ts'
import { useTestServer } from './use-test-server.ts'

const SHORT_COUNT = 2
const PAYLOADS = iterationsOf('PAYLOADS', SHORT_COUNT, 200)
const FROM = Number(process.env.PAYLOADS_FROM ?? 0)
const SEED = Number(process.env.SEED ?? 21)
const BATCH_SIZE = 10
/** How many screens are checked in parallel, each with its own browser contexts. */
const PARALLEL_PAGES = isLong ? 2 : 1
/** The short form checks one of this many screens. */
const SCREENS_EVERY = 3
/** In the long form, one of this many batches reloads the app for each screen. */
const RELOAD_EVERY = 4
const testServer = useTestServer('demo', { settings: { checkAnswers: false } })

/** Fields whose format refuses markup: names, numbers, e-mail addresses and URLs. */
const refusedByRule =
  /^(?:PUT \/api\/user (?:pseudo|floor|apartmentNumber|phone|email)|PUT \/admin\/community (?:phone|fax|mail|webSiteUrl|usefulNumbers\[\]\.phone)|POST \/admin\/invitations (?:email|floor|apartmentNumber)|POST \/communities\/request email|(?:POST|PUT) \/gooddeals(?:\/:id)? (?:phone|webSiteUrl|fbUrl|email))$/

let textRecipes: Awaited<ReturnType<typeof createRecipes>>
let calls: ReturnType<typeof listTextCalls>
beforeAll(async () => {
  textRecipes = await createRecipes(testServer().server)
  calls = listTextCalls(testServer().server)
})

/** What is wrong with a page that shows stored texts: a script ran, or a text became markup. */
const findInjections = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const { stolen } = window as { stolen?: unknown }
    if (stolen !== undefined) found.push(`ran: ${String(stolen)}`)
    for (const element of document.querySelectorAll('*')) {
      const on = [...element.attributes].find(({ name }) => name.startsWith('on'))
      if (on) found.push(`a handler: ${element.localName} ${on.name}`)
      const address = [...element.attributes].find(
        ({ name, value }) => /href|src|action|data$/.test(name) && /^\s*(?:javascript|vbscript|data:text)/i.test(value),
      )
      if (address) found.push(`an address: ${element.localName} ${address.value.slice(0, 60)}`)
    }
    for (const element of document.querySelectorAll(
      'iframe, object, embed, math, base, portal, meta[http-equiv="refresh"]',
    ))
      found.push(`an element: ${element.localName}`)
    for (const script of document.scripts)
      if (!script.src && script.type !== 'application/json') found.push('a script of its own')
    return found
  })

describe('the text fields of the contract', () => {
  it('each belong to a call that has a recipe or a reason for having none', () => {
    const known = new Set([...Object.keys(textRecipes.recipes), ...Object.keys(textRecipes.withoutStoredText)])
    expect(calls.map(({ name }) => name).filter(name => !known.has(name))).toEqual([])
    const existing = new Set(calls.map(({ name }) => name))
    expect([...known].filter(name => !existing.has(name))).toEqual([])
  })
})

/** The screens that show a single stored item. */
const screensOf = (name: string, id: string): ScreenVisit[] => {
  const c = '/les-tilleuls'
  const at = (path: string, as: string): ScreenVisit[] => [{ name, route: path, path: `${c}${path}`, as }]
  if (/events/.test(name) && !/flag/.test(name)) return at(`/actualites/publication?id=${id}`, 'neighbor')
  if (/(?:POST|PUT) \/gooddeals(?:\/:id)?$/.test(name)) return at(`/annonce?id=${id}`, 'neighbor')
  if (/templates/.test(name)) return at(`/actualites/parametres-publication?templateId=${id}`, 'employee')
  return []
}

describe('stored markup', () => {
  it(
    `is shown as text on every screen, ${PAYLOADS} payloads in every field`,
    async () => {
      const { server, origin } = testServer()
      const random = createRandom(SEED)
      // The short form uses different payloads each day of the month.
      const day = new Date().getUTCDate()
      const chosen =
        PAYLOADS >= scriptPayloads.length
          ? scriptPayloads
          : Array.from({ length: PAYLOADS }, (_, at) => scriptPayloads[(day * PAYLOADS + at) % scriptPayloads.length]!)
      const storing = calls.filter(({ name }) => textRecipes.recipes[name])
      const coveredFields = new Set<string>()
      const problems: string[] = []
      let stored = 0
      let screens = 0
      const openVisits = new Map<string, Visit>()
      const visitOf = async (lane: number, as: string | undefined, language: 'fr' | 'en') => {
        const key = `${lane} ${as} ${language}`
        const known = openVisits.get(key)
        if (known) return known
        const opened = await testServer().newPage({ language, as })
        // Missing and forbidden content is expected; only scripts that run matter.
        opened.pageErrors.allow(/^answer: /, /^console: ApiError/, /\/maintenance|nowhere/)
        opened.page.on('dialog', dialog => {
          problems.push(`a dialog: ${dialog.message()}`)
          void dialog.dismiss()
        })
        openVisits.set(key, opened)
        return opened
      }
      /** The batch in which each page was loaded: the texts of later batches are not in the cache of that page. */
      const loadedInBatch = new Map<Page, number>()
      let batchAt = 0
      const checkScreen = async (lane: number, { path, as, name }: ScreenVisit, language: 'fr' | 'en') => {
        const { page } = await visitOf(lane, as, language)
        const openAndCheck = async () => {
          // Most screens are reached by client-side navigation; the long form reloads each in every fourth batch.
          const staysInApp =
            (PAYLOADS === SHORT_COUNT || batchAt % RELOAD_EVERY > 0) && loadedInBatch.get(page) === batchAt
          if (staysInApp) await goTo(page, path)
          else await page.goto(path)
          loadedInBatch.set(page, batchAt)
          await waitUntilSettled(page)
          await page.evaluate(() => scrollBy(0, innerHeight * 2))
          return findInjections(page)
        }
        // A screen that redirects at once can interrupt the check, which is then repeated.
        const seen = await openAndCheck().catch(openAndCheck)
        screens++
        for (const found of seen) problems.push(`${name} ${path} (${language}): ${found}`)
      }
      for (let from = FROM; from < chosen.length; from += BATCH_SIZE) {
        batchAt = from / BATCH_SIZE
        const batch = chosen.slice(from, from + BATCH_SIZE)
        const itemScreens: ScreenVisit[] = []
        for (const [at, payload] of batch.entries())
          for (const call of storing) {
            const {
              accepted: acceptedFields,
              id,
              refused,
            } = await textRecipes.store(call, payload, path => refusedByRule.test(`${call.name} ${path}`))
            for (const field of acceptedFields) coveredFields.add(`${call.name} ${field}`)
            stored += acceptedFields.length
            if (refused) problems.push(`${call.name} could not be stored: ${refused}`)
            else if (id && (PAYLOADS > SHORT_COUNT || at < 2)) itemScreens.push(...screensOf(call.name, id))
          }
        // The short form checks different screens each day.
        const screenVisits = (await readVisits(server)).filter(
          (_, at) => isLong || at % SCREENS_EVERY === day % SCREENS_EVERY,
        )
        const parity = batchAt % 2
        const queue = [...screenVisits, ...itemScreens].entries()
        // A context costs more than a screen: in the short form each account uses one language, which changes by the
        // day.
        const accounts = [...new Set(screenVisits.map(({ as }) => as))]
        const languageOf = ({ as }: ScreenVisit, at: number) =>
          ((isLong ? at : accounts.indexOf(as) + day) + parity) % 2 ? 'en' : 'fr'
        const checkNextScreens = async (lane: number) => {
          for (const [at, visit] of queue) await checkScreen(lane, visit, languageOf(visit, at))
        }
        await Promise.all(Array.from({ length: PARALLEL_PAGES }, (_, lane) => checkNextScreens(lane)))
        // Payloads are also put into the path and query of the URL.
        for (const payload of PAYLOADS > SHORT_COUNT ? batch : batch.slice(0, 3)) {
          const word = encodeURIComponent(payload)
          const paths = [
            `/les-tilleuls/actualites?search=${word}&filter=${word}#${word}`,
            `/communautes?nom=${word}`,
            `/les-tilleuls/profil/${word}`,
            `/les-tilleuls/connexion?token=${word}&back=${word}`,
            `/${word}`,
            `/zoom-image?uri=${word}`,
            `/youtube?videoId=${word}`,
          ]
          const visit = {
            name: 'an address',
            route: '',
            path: random.pick(paths),
            as: random.pick(['neighbor', 'administrator']),
          }
          await checkScreen(0, visit, isLong ? random.pick(['fr', 'en']) : languageOf(visit, 0))
        }
        if (PAYLOADS > SHORT_COUNT)
          console.log(`${from + batch.length} payloads, ${screens} screens, ${problems.length} problems`)
      }
      expect(problems).toEqual([])
      const fields = storing.flatMap(({ name, fields: callFields }) => callFields.map(({ path }) => `${name} ${path}`))
      expect(fields.filter(field => !coveredFields.has(field) && !refusedByRule.test(field))).toEqual([])
      expect([...openVisits.values()].flatMap(({ pageErrors }) => pageErrors.unexpectedErrors())).toEqual([])
      expect(origin).toMatch(/^http/)
      reportFigures('stored script', SEED, {
        payloads: chosen.length - FROM,
        fields: coveredFields.size,
        stored,
        screens,
        ran: 0,
        violations: 0,
      })
    },
    120_000 + PAYLOADS * 15_000,
  )
})

describe.runIf(isLong)('the checker of stored markup', () => {
  const openPlantedPage = async (csp: string | null) => {
    const { origin, server } = testServer()
    const context = await (
      await sharedBrowser()
    ).newContext({
      baseURL: origin,
      storageState: loggedInState(origin, await server.as('neighbor')),
    })
    const pageErrors = await watchPageErrors(context, origin)
    await context.route(/\/planted$/, route =>
      route.fulfill({
        contentType: 'text/html',
        headers: csp ? { 'content-security-policy': csp } : {},
        body: `<!doctype html><main>${scriptPayloads[0]!}${scriptPayloads.find(one => one.startsWith('<img'))!}</main>`,
      }),
    )
    const page = await context.newPage()
    return { page, pageErrors, close: () => context.close() }
  }

  it('fails if a text is inserted as HTML without a content security policy', async () => {
    const { page, close } = await openPlantedPage(null)
    await page.goto('/planted')
    await expect.poll(() => findInjections(page)).toEqual(expect.arrayContaining(['ran: 1', 'a script of its own']))
    await close()
  })

  it('fails if the content security policy had to stop a script', async () => {
    const policy = (await testServer().server.app.inject({ url: '/les-tilleuls' })).headers['content-security-policy']
    const { page, pageErrors, close } = await openPlantedPage(String(policy))
    await page.goto('/planted')
    await expect.poll(() => pageErrors.unexpectedErrors().some(found => /script-src/.test(found))).toBe(true)
    expect(await findInjections(page)).not.toContain('ran: 1')
    await close()
  })

  it('fails if a component inserts a text as HTML', async () => {
    const { page, pageErrors } = await testServer().newPage({ as: 'neighbor' })
    pageErrors.allow(/CSP script-src/, /inline event handler/)
    await page.goto('/les-tilleuls/actualites')
    await waitUntilSettled(page)
    expect(await findInjections(page)).toEqual([])
    await page.evaluate(html => {
      document.querySelector('main')!.insertAdjacentHTML('beforeend', html)
    }, '<img alt="" onerror="window.stolen=1"><a href="javascript:1">x</a><iframe></iframe>')
    expect(await findInjections(page)).toEqual([
      'a handler: img onerror',
      'an address: a javascript:1',
      'an element: iframe',
    ])
  })
})
