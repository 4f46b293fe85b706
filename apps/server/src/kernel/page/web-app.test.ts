import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Community } from '@parvis/contract/community.ts'
import { textIn } from '@parvis/contract/language.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import sharp from 'sharp'
import { INDEX_HTML, visitorsPage, writeWebApp } from '../../testing/built-web-app.ts'
import { openTestServer, type TestServer, type Visitor } from '../../testing/test-server.ts'

const sourcePage = readFileSync(join(import.meta.dirname, '../../../../web/index.html'), 'utf8')

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = writeWebApp()
  server = await openTestServer('demo', { webDir: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = async (url: string, visitor: Visitor = server.visitor(), headers: Record<string, string> = {}) => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const {
    statusCode,
    body,
    headers: got,
  } = await server.app.inject({
    url,
    headers: { accept: 'text/html', 'accept-language': 'fr-FR,fr;q=0.9', ...(cookie && { cookie }), ...headers },
  })
  const json = /<script type="application\/json"[^>]* id="first-answers">(.*?)<\/script>/.exec(body)?.[1]
  return {
    status: statusCode,
    body,
    headers: got,
    answers: json === undefined ? null : (JSON.parse(json) as Record<string, Record<string, unknown>>),
  }
}

describe('a page', () => {
  it('preloads the files of its screen in the user’s language and embeds the API responses that the screen needs first', async () => {
    const { answers, body, headers } = await get('/les-tilleuls')
    expect(answers).toEqual({ '/communities/les-tilleuls': expect.objectContaining({ name: 'Les Tilleuls' }) })
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/screen.css">')
    expect(body).toContain('href="/assets/screen.js"')
    expect((await get('/les-tilleuls', undefined, { 'accept-language': 'de,en;q=0.5' })).body).toContain(
      'href="/assets/screen.en.js"',
    )
    expect(headers['cache-control']).toBe('no-store')
  })

  it('leaves out responses that take too long', async () => {
    const impatientServer = await openTestServer('demo', { webDir: folder, firstAnswersMs: 0 })
    const { body } = await impatientServer.app.inject({ url: '/les-tilleuls', headers: { accept: 'text/html' } })
    await impatientServer.close()
    expect(body).toContain('<title>')
    expect(body).not.toContain('"/communities/les-tilleuls":')
    expect((await get('/les-tilleuls')).body).toContain('"/communities/les-tilleuls":')
  })

  it('links the manifest in the user’s language', async () => {
    expect((await get('/les-tilleuls')).body).toContain('href="/manifest.fr.webmanifest"')
    expect((await get('/les-tilleuls', undefined, { 'accept-language': 'en' })).body).toContain(
      'href="/manifest.webmanifest"',
    )
  })

  it('loads no file twice', async () => {
    expect((await get('/les-tilleuls')).body.match(/app\.css/g)).toHaveLength(1)
  })

  it('has Open Graph tags of the shared community', async () => {
    const { body } = await get('/les-tilleuls')
    expect(body).toContain('<title>Les Tilleuls</title>')
    expect(body).not.toContain('<title>Parvis</title>')
    expect(body).toMatch(/<meta property="og:description" content="[^"]{10,200}">/)
    const meta = (name: string) =>
      new RegExp(`<meta property="og:${name.replaceAll(':', '\\:')}" content="([^"]*)">`).exec(body)?.[1]
    expect([meta('image:type'), meta('image:width'), meta('image:height')]).toEqual(['image/jpeg', '800', '500'])
    expect(meta('image:alt')).toMatch(/\S{3}/)
    // Requests the picture like a program that does not support WebP.
    const picture = await server.app.inject({
      url: new URL(meta('image')!).pathname,
      headers: { accept: 'image/jpeg' },
    })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const { format, width, height } = await sharp(picture.rawPayload).metadata()
    expect([format, String(width), String(height)]).toEqual(['jpeg', meta('image:width'), meta('image:height')])
  })

  it('has Open Graph tags of the community for a shared post, and nothing of the post', async () => {
    const { id, description } = await server.db
      .selectFrom('events')
      .innerJoin('communities', 'communities.id', 'events.community_id')
      .select(['events.id', 'events.description'])
      .where('communities.custom_uri', '=', 'les-tilleuls')
      .where('events.description', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const { body, status } = await get(`/detail-publication?id=${id}&fbclid=IwAR1&utm_source=wa`)
    expect([status, /<title>([^<]*)/.exec(body)?.[1]]).toEqual([200, 'Les Tilleuls'])
    expect(body).toMatch(new RegExp(`<meta property="og:url" content="http://[^"?]+/detail-publication\\?id=${id}">`))
    expect(body).toMatch(/<meta property="og:image" content="http:\/\/[^"]+\/media\/[\w-]+\/preview.jpg">/)
    expect(body).not.toContain(description!.slice(0, 20))
    expect((await get(`/detail-publication?id=${newId()}`)).status).toBe(404)
    expect((await get('/detail-publication')).status).toBe(200)
  })

  it('has status 404 when the shared resource does not exist, and still loads the app', async () => {
    for (const url of ['/nobody-lives-here', '/nobody-lives-here?utm_source=x']) {
      const answer = await server.app.inject({ url, headers: { accept: 'text/html' } })
      expect([url, answer.statusCode, answer.body.includes('id="root"')]).toEqual([url, 404, true])
    }
  })

  it('has status 200 at `/` before there is a community, as monitoring requests it first', async () => {
    const empty = await openTestServer('empty', { webDir: folder })
    const answer = await empty.app.inject({ url: '/', headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.body.includes('id="root"')]).toEqual([200, true])
    await empty.close()
  })

  it('replaces title and description despite line breaks and appended parameters, and fails for a build without them', async () => {
    writeFileSync(join(folder, 'index.html'), sourcePage)
    const asBuilt = await openTestServer('demo', { webDir: folder })
    const shared = async (url: string) =>
      (await asBuilt.app.inject({ url, headers: { accept: 'text/html', 'accept-language': 'fr' } })).body
    for (const url of ['/les-tilleuls', '/les-tilleuls?utm_source=x']) {
      const body = await shared(url)
      expect(body.match(/<title>/g)).toHaveLength(1)
      expect(body.match(/name="description"/g)).toHaveLength(1)
      expect(body).toContain('<meta property="og:title" content="Les Tilleuls">')
      expect(body).toMatch(/<meta property="og:url" content="http:\/\/[^"?]+\/les-tilleuls">/)
    }
    await asBuilt.close()
    writeFileSync(join(folder, 'index.html'), sourcePage.replace('name="description"', 'name="summary"'))
    await expect(openTestServer('demo', { webDir: folder })).rejects.toThrow('no title and description')
    writeFileSync(join(folder, 'index.html'), INDEX_HTML)
  })

  it('preloads the main picture of the screen', async () => {
    const { body } = await get('/les-tilleuls')
    expect(body).toMatch(
      /<link rel="preload" as="image" fetchpriority="high" href="\/media\/[\w-]+\/full" imagesrcset="\/media\/[\w-]+\/thumb 160w, [^"]+\/full 1600w" imagesizes="50vw">/,
    )
  })

  it('shows a skeleton with the community’s name, or no skeleton when the name is unknown', async () => {
    const frame =
      /<div id="root"><div class="page-frame" data-of="(\w+)" data-screen="(\w+)" aria-hidden="true"><header><img src="([^"]+)"[^>]*><span><b>([^<]*)<\/b><small[^>]*>([^<]*)<\/small><\/span><\/header><div>(?:<b lang="(\w+)">([^<]*)<\/b>)?<[ip]>/
    const { body, answers } = await get('/les-tilleuls')
    const { logoUri, city, ...texts } = answers!['/communities/les-tilleuls'] as Community
    expect(frame.exec(body)?.slice(1, 6)).toEqual([
      'visitor',
      'landing',
      `${logoUri}/thumb`,
      'Les Tilleuls',
      textIn('fr', texts, 'description'),
    ])
    const members = await get('/les-tilleuls/actualites?filter=my', await server.as('neighbor'), {
      'accept-language': 'fr-FR',
    })
    expect(frame.exec(members.body)?.slice(1)).toEqual([
      'member',
      'list',
      `${logoUri}/thumb`,
      'Les Tilleuls',
      city,
      'fr',
      'Actu &#38; co',
    ])
    expect((await get('/nobody-lives-here')).body).not.toContain('page-frame')
  })

  it('embeds only what the caller’s own requests would return', async () => {
    const neighbor = await server.as('neighbor')
    const { answers } = await get('/les-tilleuls/actualites', neighbor)
    const feed = await neighbor.send({ method: 'GET', url: '/events?page=1&filter=all' })
    expect(answers!['/events?page=1&filter=all']).toEqual(feed.answer)
    expect(answers!['/api/auth']!.pseudo).toBe(
      ((await neighbor.send({ method: 'GET', url: '/api/auth' })) as { answer: { pseudo: string } }).answer.pseudo,
    )
    expect((await get('/les-tilleuls/actualites')).body).toBe(visitorsPage)
  })

  it('embeds nothing of the member after the session has ended', async () => {
    const neighbor = await server.as('neighbor')
    const gone = server.visitor()
    for (const [name, value] of neighbor.cookies) gone.cookies.set(name, value)
    await neighbor.send({ method: 'DELETE', url: '/api/auth' })
    expect((await get('/les-tilleuls/actualites', gone)).body).toBe(visitorsPage)
  })

  it('states whether the visitor is signed in, for which a cookie alone is not enough', async () => {
    const neighbor = await server.as('neighbor')
    for (const url of ['/', '/les-tilleuls', '/les-tilleuls/actualites', '/detail-publication?id=1', '/maintenance']) {
      expect([url, (await get(url, neighbor)).body.includes('<html data-session="yes">')]).toEqual([url, true])
      expect([url, (await get(url)).body.includes('<html data-session="none">')]).toEqual([url, true])
    }
    const forged = server.visitor()
    forged.cookies.set('parvis', 'made-up')
    expect((await get('/les-tilleuls/actualites', forged)).body).toBe(visitorsPage)
  })

  it('omits the session state when it cannot be determined', async () => {
    const visitor = server.visitor()
    visitor.cookies.set('parvis', 'somebody')
    await server.db.schema.alterTable('sessions').renameTo('sessions_away').execute()
    try {
      const { status, body } = await get('/les-tilleuls/actualites', visitor)
      expect([status, body.includes('data-session')]).toEqual([200, false])
    } finally {
      await server.db.schema.alterTable('sessions_away').renameTo('sessions').execute()
    }
  })

  it('does not embed lists when the URL’s query asks for another list', async () => {
    const { answers } = await get('/les-tilleuls/actualites?filter=my', await server.as('neighbor'))
    expect(Object.keys(answers!)).toEqual(['/api/auth', '/communities/les-tilleuls'])
  })

  it('shows the product’s icon when a community has no logo', async () => {
    await server.db
      .updateTable('communities')
      .set({ logo_id: null })
      .where('custom_uri', '=', 'residence-du-lac')
      .execute()
    expect((await get('/residence-du-lac')).body).toContain('<header><img src="/icon.svg"')
  })

  it('escapes texts that it contains', async () => {
    const name = '</script><script>alert(1)</script>$&'
    await server.db.updateTable('communities').set({ name }).where('custom_uri', '=', 'camping-des-pins').execute()
    // Checked first, because a script that ends too early contains no valid JSON.
    expect(
      (await server.app.inject({ url: '/camping-des-pins', headers: { accept: 'text/html' } })).body,
    ).not.toContain('<script>alert')
    const { answers, body } = await get('/camping-des-pins')
    expect(body).not.toContain('<script>alert')
    expect(answers!['/communities/camping-des-pins']!.name).toBe(name)
    expect(body).toContain('<b>&#60;/script&#62;&#60;script&#62;alert(1)&#60;/script&#62;$&#38;</b>')
  })

  it('embeds no response for a community or a page that the server does not know', async () => {
    expect((await get('/nobody-lives-here')).answers).toEqual({})
    for (const url of ['/maintenance', '/les-tilleuls/vie-locale', '/les%20tilleuls'])
      expect((await get(url)).body).toBe(visitorsPage)
  })

  it.each(['//', '///', '//[', '/les-tilleuls//', '/?%', '//evil.example/les-tilleuls'])(
    'is served at the unusual path %s, without links to another host',
    async url => {
      const { status, body } = await get(url)
      expect([status, body.includes('evil.example/media')]).toEqual([200, false])
    },
  )

  it('redirects from an invalid URL to an escaped and shortened one', async () => {
    const { status, headers } = await get('/%E0%A4%A')
    expect([status, headers.location]).toEqual([302, '/%25E0%25A4%25A'])
    const { headers: long } = await get(`/%E0%A4%A${'%zz//evil.example'.repeat(500)}`)
    expect(String(long.location)).toMatch(/^\/%25E0%25A4%25A[\w%.-]{1,400}$/)
  })

  it('is served to clients that accept HTML, but not at API paths', async () => {
    for (const [url, accept] of [
      ['/assets/missing.js', '*/*'],
      ['/les-tilleuls', 'application/json'],
    ] as const) {
      expect((await server.visitor().send({ method: 'GET', url, headers: { accept } })).error).toEqual({
        key: 'error404',
      })
    }
    expect((await get('/les-tilleuls', undefined, { accept: '*/*' })).status).toBe(200)
    expect((await get('/events/nothing')).status).toBe(404)
    const head = await server.app.inject({ method: 'HEAD', url: '/les-tilleuls', headers: { accept: 'text/html' } })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })
})
