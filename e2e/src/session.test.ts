// features: session
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { lateRequestErrors } from './page-errors.ts'
import { goTo } from './go-to.ts'
import { oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const FEED = '/les-tilleuls/actualites'

describe.each(oppositeShapes)('a session, $size, $language', ({ size, language, t }) => {
  it('ends at log-out, in every tab', async () => {
    const { page, context, pageErrors } = await testServer().newPage({ size, language, as: 'neighbor' })
    pageErrors.allow(lateRequestErrors)
    await page.goto(FEED)
    await page.getByRole('article').first().waitFor()
    const second = await context.newPage()
    await second.goto('/les-tilleuls/vie-locale')
    await second.getByRole('heading', { level: 1, name: t('deals.title') }).waitFor()
    await page.locator('button[data-where]').filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: t('session.menu.logout') }).click()
    await page.waitForURL('**/les-tilleuls')
    await page.getByRole('link', { name: t('community.landing.join', { name: 'Les Tilleuls' }) }).waitFor()
    expect((await context.cookies()).some(({ name }) => name === 'parvis')).toBe(false)

    await second.waitForURL(/\/les-tilleuls(?:\/connexion.*)?$/)
    await goTo(page, FEED)
    await page.waitForURL('**/les-tilleuls/connexion?next=*')
  })
})

/** Opens a page of another site that attacks the app as soon as somebody who is logged in visits it. */
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
  for (const form of document.forms)
    await new Promise(done => { document.querySelector('[name=hidden]').onload = done; form.submit() })
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

it('a page of another site cannot use the session of a member', async () => {
  const { server, origin } = testServer()
  const { page, context, pageErrors } = await testServer().newPage({ as: 'neighbor2' })
  // The console errors of the hostile page do not matter.
  pageErrors.allow(/./)
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
    const hostilePage = await context.newPage()
    await hostilePage.goto(site.url)
    const outcomes = await hostilePage.evaluate(() => (window as unknown as { tried: Promise<string[]> }).tried)
    // An opaque response reveals no content.
    expect(outcomes.filter(line => !/: (?:refused|opaque)$/.test(line) && line !== 'beacon: true')).toEqual([])
    expect(outcomes.length).toBeGreaterThan(10)
    expect(hostilePage.frames().filter(frame => frame.url().startsWith(origin) && frame.url().endsWith(FEED))).toEqual(
      [],
    )
  } finally {
    await site.close()
  }
  expect(await posts()).toBe(before)
  await page.reload()
  await page.getByRole('article').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(FEED)
})
