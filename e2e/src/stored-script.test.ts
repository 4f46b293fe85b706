// features: app
// Every text field of the contract holds markup that would run if inserted as HTML; every screen shows what it shows of
// it. The long form uses 200 texts; PAYLOADS_FROM=140 runs only the rest of them.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { tellFigures } from '../../apps/server/src/testing/figures.ts'
import { isLong, sizeOf } from '../../apps/server/src/testing/long.ts'
import { seeded } from '@parvis/demo-world/random.ts'
import { ourBrowser } from './browser.ts'
import { watchFaults } from './faults.ts'
import { goTo } from './go-to.ts'
import { readVisits, type Visit } from './routes.ts'
import { scriptPayloads } from './script-payloads.ts'
import { type Guest, signedIn } from './stage.ts'
import { createRecipes, textCalls } from './stored-fields.ts'
import { settle } from './settle.ts'
import { useStage } from './use-stage.ts'

const SHORT = 2
const PAYLOADS = sizeOf('PAYLOADS', SHORT, 200)
const FROM = Number(process.env.PAYLOADS_FROM ?? 0)
const SEED = Number(process.env.SEED ?? 21)
const TOGETHER = 10
/** How many screens are checked in parallel, each with its own browser contexts. */
const LANES = isLong ? 2 : 1
/** The short form checks one screen of so many. */
const SCREENS_EVERY = 3
/** In the long form one batch of so many reloads the app for each screen. */
const WHOLE_EVERY = 4
const stage = useStage('demo', { settings: { checkAnswers: false } })

/** Fields with a format that refuses markup: names, numbers, e-mail and web addresses. */
const refusedByRule =
  /^(?:PUT \/api\/user (?:pseudo|floor|apartmentNumber|phone|email)|PUT \/admin\/community (?:phone|fax|mail|webSiteUrl|usefulNumbers\[\]\.phone)|POST \/admin\/invitations (?:email|floor|apartmentNumber)|POST \/communities\/request email|(?:POST|PUT) \/gooddeals(?:\/:id)? (?:phone|webSiteUrl|fbUrl|email))$/

let made: Awaited<ReturnType<typeof createRecipes>>
let calls: ReturnType<typeof textCalls>
beforeAll(async () => {
  made = await createRecipes(stage().server)
  calls = textCalls(stage().server)
})

/** What is wrong with a page that shows stored texts: a script ran, or a text became markup. */
const findRun = (page: Page): Promise<string[]> =>
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
  it('all have a recipe or a reason for having none', () => {
    const known = new Set([...Object.keys(made.recipes), ...Object.keys(made.keepsNothing)])
    expect(calls.map(({ name }) => name).filter(name => !known.has(name))).toEqual([])
    const there = new Set(calls.map(({ name }) => name))
    expect([...known].filter(name => !there.has(name))).toEqual([])
  })
})

/** The screens that show a single stored item. */
const screensOf = (name: string, id: string): Visit[] => {
  const c = '/les-tilleuls'
  const at = (path: string, as: string): Visit[] => [{ name, route: path, path: `${c}${path}`, as }]
  if (/events/.test(name) && !/flag/.test(name)) return at(`/actualites/publication?id=${id}`, 'neighbor')
  if (/(?:POST|PUT) \/gooddeals(?:\/:id)?$/.test(name)) return at(`/annonce?id=${id}`, 'neighbor')
  if (/templates/.test(name)) return at(`/actualites/parametres-publication?templateId=${id}`, 'employee')
  return []
}

describe('stored markup', () => {
  it(
    `is shown as text on every screen, ${PAYLOADS} payloads in every field`,
    async () => {
      const { server, origin } = stage()
      const random = seeded(SEED)
      // The short form uses other payloads each day of the month.
      const day = new Date().getUTCDate()
      const chosen =
        PAYLOADS >= scriptPayloads.length
          ? scriptPayloads
          : Array.from({ length: PAYLOADS }, (_, at) => scriptPayloads[(day * PAYLOADS + at) % scriptPayloads.length]!)
      const storing = calls.filter(({ name }) => made.recipes[name])
      const taken = new Set<string>()
      const troubles: string[] = []
      let stored = 0
      let screens = 0
      const guests = new Map<string, Guest>()
      const guestOf = async (lane: number, as: string | undefined, language: 'fr' | 'en') => {
        const key = `${lane} ${as} ${language}`
        const known = guests.get(key)
        if (known) return known
        const guest = await stage().welcome({ language, as })
        // Missing and forbidden things are expected; only what runs matters.
        guest.faults.expect(/^answer: /, /^console: ApiError/, /\/maintenance|nowhere/)
        guest.page.on('dialog', dialog => {
          troubles.push(`a dialog: ${dialog.message()}`)
          void dialog.dismiss()
        })
        guests.set(key, guest)
        return guest
      }
      /** The batch in which each page was loaded: later texts are not in its cache. */
      const since = new Map<Page, number>()
      let batchAt = 0
      const look = async (lane: number, { path, as, name }: Visit, language: 'fr' | 'en') => {
        const { page } = await guestOf(lane, as, language)
        const see = async () => {
          // Most screens are reached by client-side navigation; the long form reloads each in every fourth batch.
          const goesOn = (PAYLOADS === SHORT || batchAt % WHOLE_EVERY > 0) && since.get(page) === batchAt
          if (goesOn) await goTo(page, path)
          else await page.goto(path)
          since.set(page, batchAt)
          await settle(page)
          await page.evaluate(() => scrollBy(0, innerHeight * 2))
          return findRun(page)
        }
        // Some screens redirect at once.
        const seen = await see().catch(see)
        screens++
        for (const found of seen) troubles.push(`${name} ${path} (${language}): ${found}`)
      }
      for (let from = FROM; from < chosen.length; from += TOGETHER) {
        batchAt = from / TOGETHER
        const batch = chosen.slice(from, from + TOGETHER)
        const alone: Visit[] = []
        for (const [at, payload] of batch.entries())
          for (const call of storing) {
            const {
              taken: by,
              id,
              refused,
            } = await made.store(call, payload, path => refusedByRule.test(`${call.name} ${path}`))
            for (const field of by) taken.add(`${call.name} ${field}`)
            stored += by.length
            if (refused) troubles.push(`${call.name} could not be stored: ${refused}`)
            else if (id && (PAYLOADS > SHORT || at < 2)) alone.push(...screensOf(call.name, id))
          }
        // other screens each day in the short form
        const visits = (await readVisits(server)).filter(
          (_, at) => isLong || at % SCREENS_EVERY === day % SCREENS_EVERY,
        )
        const turn = batchAt % 2
        const waiting = [...visits, ...alone].entries()
        // A context costs more than a screen: in the short form each account uses one language, which changes by the
        // day.
        const lookers = [...new Set(visits.map(({ as }) => as))]
        const languageOf = ({ as }: Visit, at: number) =>
          ((isLong ? at : lookers.indexOf(as) + day) + turn) % 2 ? 'en' : 'fr'
        const lookAtNext = async (lane: number) => {
          for (const [at, visit] of waiting) await look(lane, visit, languageOf(visit, at))
        }
        await Promise.all(Array.from({ length: LANES }, (_, lane) => lookAtNext(lane)))
        // Payloads in the path and query of the URL.
        for (const payload of PAYLOADS > SHORT ? batch : batch.slice(0, 3)) {
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
          await look(0, visit, isLong ? random.pick(['fr', 'en']) : languageOf(visit, 0))
        }
        if (PAYLOADS > SHORT)
          console.log(`${from + batch.length} payloads, ${screens} screens, ${troubles.length} problems`)
      }
      expect(troubles).toEqual([])
      const fields = storing.flatMap(({ name, fields: its }) => its.map(({ path }) => `${name} ${path}`))
      expect(fields.filter(field => !taken.has(field) && !refusedByRule.test(field))).toEqual([])
      expect([...guests.values()].flatMap(({ faults }) => faults.found())).toEqual([])
      expect(origin).toMatch(/^http/)
      tellFigures('stored script', SEED, {
        payloads: chosen.length - FROM,
        fields: taken.size,
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
  const planted = async (csp: string | null) => {
    const { origin, server } = stage()
    const context = await (
      await ourBrowser()
    ).newContext({
      baseURL: origin,
      storageState: signedIn(origin, await server.as('neighbor')),
    })
    const faults = await watchFaults(context, origin)
    await context.route(/\/planted$/, route =>
      route.fulfill({
        contentType: 'text/html',
        headers: csp ? { 'content-security-policy': csp } : {},
        body: `<!doctype html><main>${scriptPayloads[0]!}${scriptPayloads.find(one => one.startsWith('<img'))!}</main>`,
      }),
    )
    const page = await context.newPage()
    return { page, faults, close: () => context.close() }
  }

  it('fails if a text is inserted as HTML without a policy', async () => {
    const { page, close } = await planted(null)
    await page.goto('/planted')
    await expect.poll(() => findRun(page)).toEqual(expect.arrayContaining(['ran: 1', 'a script of its own']))
    await close()
  })

  it('fails if the policy had to stop a script', async () => {
    const policy = (await stage().server.app.inject({ url: '/les-tilleuls' })).headers['content-security-policy']
    const { page, faults, close } = await planted(String(policy))
    await page.goto('/planted')
    await expect.poll(() => faults.found().some(found => /script-src/.test(found))).toBe(true)
    expect(await findRun(page)).not.toContain('ran: 1')
    await close()
  })

  it('fails if a component inserts a text as HTML', async () => {
    const { page, faults } = await stage().welcome({ as: 'neighbor' })
    faults.expect(/CSP script-src/, /inline event handler/)
    await page.goto('/les-tilleuls/actualites')
    await settle(page)
    expect(await findRun(page)).toEqual([])
    await page.evaluate(html => {
      document.querySelector('main')!.insertAdjacentHTML('beforeend', html)
    }, '<img alt="" onerror="window.stolen=1"><a href="javascript:1">x</a><iframe></iframe>')
    expect(await findRun(page)).toEqual(['a handler: img onerror', 'an address: a javascript:1', 'an element: iframe'])
  })
})
