// features: session
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { revokeSession } from '@parvis/contract/session.ts'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../apps/server/src/app.ts'
import { askedTooLate } from './faults.ts'
import { logIn } from './log-in.ts'
import { settle } from './settle.ts'
import { openStage, oppositeShapes, webDir } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'

describe.each(oppositeShapes)('a session, $size, $language', ({ size, language, say }) => {
  it('ends at the log-out, in every tab', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    faults.expect(askedTooLate)
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    const second = await context.newPage()
    await second.goto('/les-tilleuls/vie-locale')
    await second.getByRole('heading', { level: 1, name: say('deals.title') }).waitFor()
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: say('session.menu.logout') }).click()
    await page.waitForURL('**/les-tilleuls')
    await page.getByRole('link', { name: say('community.landing.join', { name: 'Les Tilleuls' }) }).waitFor()
    expect((await context.cookies()).some(({ name }) => name === 'parvis')).toBe(false)

    await second.waitForURL(/\/les-tilleuls(?:\/connexion.*)?$/)
    await page.goto(FEED)
    await page.waitForURL('**/les-tilleuls/connexion?next=*')
  })

  it('that the server ended leads to the log-in, which says so in every tab, and back', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor2' })
    // the connection may be on its way when the session ends
    faults.expect(askedTooLate)
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    const second = await context.newPage()
    await second.goto(FEED)
    await second.getByRole('article').first().waitFor()
    const elsewhere = await stage().server.as('neighbor2')
    expect((await elsewhere.call(revokeSession)).status).toBe(200)
    // its live connection is told at once, and says so in words; where it does not stand yet, a call that is refused
    // knows no reason
    for (const tab of [page, second]) {
      await tab.waitForURL('**/les-tilleuls/connexion?next=*')
      await tab
        .getByText(say('entry.ended.elsewhere'))
        .or(tab.getByText(say('entry.ended.logout')))
        .waitFor()
    }
    expect(new URL(page.url()).searchParams.get('next')).toMatch(/^\/les-tilleuls\/actualites/)
    await logIn(page, say, 'neighbor2@demo.example')
    await page.getByRole('article').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)
  })
})

it('begins on a screen of ours, wherever the address wanted to lead', async () => {
  const { page } = await stage().welcome({})
  await page.goto('/les-tilleuls/connexion?next=%2F%2Fevil.example&ended=nonsense')
  expect(await page.getByRole('dialog').innerText()).not.toContain('nonsense')
  await page.locator('input[name=username]').fill('neighbor@demo.example')
  await page.locator('input[name=password]').fill('parvis-demo')
  await page.keyboard.press('Enter')
  await page.getByRole('article').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(FEED)
})

it('opens its log-in, and the start, whatever the browser has kept', async () => {
  const { page } = await stage().welcome({ stored: { emailOrPseudo: 7, neighborhoodUri: '../nowhere' } })
  await page.goto('/les-tilleuls/connexion')
  const login = page.locator('input[name=username]')
  await login.waitFor()
  expect(await login.inputValue()).toBe('')
  await page.evaluate(() => localStorage.setItem('neighborhoodUri', '"../nowhere"'))
  await page.goto('/')
  await page.waitForURL('**/les-tilleuls')
})

it('outlives the server', async () => {
  const place = await openStage()
  try {
    const { page, faults } = await place.welcome({ as: 'neighbor' })
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    await settle(page)
    // what is asked for in the moment in which the server stops hears that it does
    faults.expect(/answer: GET \S+ 503/)
    await place.server.app.close()
    const again = await buildApp(place.server.platform, { logLevel: 'silent', webDir })
    await again.listen({ port: Number(new URL(place.origin).port), host: '127.0.0.1' })
    await page.reload()
    await page.getByRole('article').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(FEED)
    // pictures that were on their way when the server stopped
    faults.expect('net::ERR_CONNECTION_')
    expect(await place.empty()).toEqual([])
    await again.close()
  } finally {
    await place.close()
  }
})

/** A page of another site: what it tries as soon as it is open, in the browser of somebody who is signed in with us. */
const openHostileSite = async (target: string) => {
  const post = JSON.stringify({ title: 'Planted', description: 'Planted', lang: { en: { title: 'Planted' } } })
  const page = `<!doctype html><title>Prizes</title><iframe name="hidden"></iframe>
<form id="out" method="post" action="${target}/api/auth?_method=DELETE" target="hidden"></form>
<form id="text" method="post" enctype="text/plain" action="${target}/events/publish" target="hidden">
  <input name='${post.slice(0, -1)},"x":"' value='"}'></form>
<form id="files" method="post" enctype="multipart/form-data" action="${target}/events/publish" target="hidden">
  <input name="title" value="Planted"><input name="description" value="Planted"></form>
<img src="${target}/api/auth"><iframe src="${target}${FEED}"></iframe><script>
window.tried = (async () => {
  const told = []
  const note = (name, work) => work().then(answer => told.push(name + ': ' + answer), () => told.push(name + ': refused'))
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'])
    for (const mode of ['no-cors', 'cors'])
      await note('post ' + type + ' ' + mode, async () => (await fetch('${target}/events/publish',
        { method: 'POST', mode, credentials: 'include', headers: { 'content-type': type }, body: ${JSON.stringify(post)} })).type)
  await note('read', async () => (await fetch('${target}/api/auth', { credentials: 'include' })).text())
  await note('log out', async () => (await fetch('${target}/api/auth', { method: 'DELETE', credentials: 'include' })).type)
  await note('beacon', async () => navigator.sendBeacon('${target}/api/auth/switch', ${JSON.stringify(post)}))
  await note('socket', () => new Promise((opened, failed) => {
    const socket = new WebSocket('${target.replace('http', 'ws')}/socket')
    socket.onopen = () => opened('open')
    socket.onerror = failed
  }))
  for (const form of document.forms) { form.submit(); await new Promise(done => setTimeout(done, 300)) }
  return told
})()
</script>`
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page))
  await new Promise<void>(done => void server.listen(0, '127.0.0.1', done))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise(done => void server.close(done)),
  }
}

it('is of no use to a page of another site', async () => {
  const { server, origin } = stage()
  const { page, context, faults } = await stage().welcome({ as: 'neighbor2' })
  // whatever that page meets in its own console is its own affair
  faults.expect(/./)
  await page.goto(FEED)
  await page.getByRole('article').first().waitFor()
  const posts = async () =>
    Number(
      (
        await server.db
          .selectFrom('events')
          .select(({ fn }) => fn.countAll().as('all'))
          .executeTakeFirstOrThrow()
      ).all,
    )
  const before = await posts()
  const site = await openHostileSite(origin)
  try {
    const theirs = await context.newPage()
    await theirs.goto(site.url)
    const told = await theirs.evaluate(() => (window as unknown as { tried: Promise<string[]> }).tried)
    // an opaque answer says nothing of what stands in it
    expect(told.filter(line => !/: (?:refused|opaque)$/.test(line) && line !== 'beacon: true')).toEqual([])
    expect(told.length).toBeGreaterThan(10)
    expect(theirs.frames().filter(frame => frame.url().startsWith(origin) && frame.url().endsWith(FEED))).toEqual([])
  } finally {
    await site.close()
  }
  expect(await posts()).toBe(before)
  await page.reload()
  await page.getByRole('article').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(FEED)
})
