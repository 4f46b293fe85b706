import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { displayName, type Author } from '@parvis/contract/entity.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer, type Visitor } from '../../testing/test-server.ts'

const PAGE =
  '<!doctype html><html><head><title>Parvis</title><meta name="description" content="Parvis"><link rel="stylesheet" href="/assets/app.css"><script src="/first-paint.js"></script></head><body><div id="root"></div></body></html>'
/** What a page that nothing is known of says to who is not signed in. */
const visitorsPage = PAGE.replace('<html>', '<html data-session="none">')
const files = { scripts: ['/assets/screen.js'], styles: ['/assets/screen.css', '/assets/app.css'] }
const english = { scripts: ['/assets/screen.en.js'], styles: [] }
const first = (page: string, of: string, calls: string[], more = {}) => ({
  page,
  of,
  calls,
  files: { fr: files, en: english },
  ...more,
})
const place = {
  kind: 'place',
  face: '0.logoUri',
  words: '0',
  title: 'name',
  text: 'description',
  picture: '0.slides.0.photo',
}
const post = {
  kind: 'post',
  bar: '1',
  face: '2.docs.0.user.photoUri',
  name: '2.docs.0.user',
  words: '2.docs.0.eventId',
  title: 'title',
  text: 'description',
  picture: '2.docs.0.photo',
  above: { composer: '0.abilities.post', door: '0.nothing' },
  below: { ticket: '2.docs.0.template' },
  unless: 'filter',
}
const pages = [
  first('/:c', 'visitor', ['/communities/:c'], {
    picture: { call: 0, at: ['nothing.0', 'slides.0.photo'], sizes: '50vw' },
    about: { title: 'name', description: 'description' },
    glance: place,
  }),
  first('/:c/actualites', 'member', ['/api/auth', '/communities/:c', '/events?page=1&filter=all'], {
    picture: { call: 2, at: ['docs.0.photo', 'docs.1.photo', 'docs.2.photo'], sizes: '100vw' },
    glance: post,
  }),
]

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parvis-web-'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, '.vite/pages.json'), JSON.stringify(pages))
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
  const json = /<script type="application\/json" id="first-answers">(.*?)<\/script>/.exec(body)?.[1]
  return {
    status: statusCode,
    body,
    headers: got,
    answers: json === undefined ? null : (JSON.parse(json) as Record<string, Record<string, unknown>>),
  }
}

describe('the page of an address', () => {
  it("names the files of its screen in the reader's language and brings the answers of its first calls", async () => {
    const { answers, body, headers } = await get('/les-tilleuls')
    expect(answers).toEqual({ '/communities/les-tilleuls': expect.objectContaining({ name: 'Les Tilleuls' }) })
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/screen.css">')
    expect(body).toContain('href="/assets/screen.js"')
    expect((await get('/les-tilleuls', undefined, { 'accept-language': 'de,en;q=0.5' })).body).toContain(
      'href="/assets/screen.en.js"',
    )
    expect(headers['cache-control']).toBe('no-store')
  })

  it('asks for no file twice', async () => {
    expect((await get('/les-tilleuls')).body.match(/app\.css/g)).toHaveLength(1)
  })

  it('is called by its name where it is shared', async () => {
    const { body } = await get('/les-tilleuls')
    expect(body).toContain('<title>Les Tilleuls</title>')
    expect(body).not.toContain('<title>Parvis</title>')
    expect(body).toMatch(/<meta property="og:description" content="[^"]{10,200}">/)
    expect(body).toMatch(/<meta property="og:image" content="http:\/\/[^"]+\/media\/[\w-]+\/card">/)
  })

  it('asks for the picture that the screen is about', async () => {
    const { body } = await get('/les-tilleuls')
    expect(body).toMatch(
      /<link rel="preload" as="image" fetchpriority="high" href="\/media\/[\w-]+\/full" imagesrcset="\/media\/[\w-]+\/thumb 160w, [^"]+\/full 1600w" imagesizes="50vw">/,
    )
  })

  it('shows the first words and the first picture before the app has started', async () => {
    const { body, answers } = await get('/les-tilleuls')
    const community = answers!['/communities/les-tilleuls'] as {
      description: string
      lang: { en: { description: string } }
    }
    expect(body).toContain('<script src="/first-paint.js" data-language="fr">')
    expect(body).toMatch(/<div id="root"><div class="glance" data-kind="place" aria-hidden="true">/)
    expect(body).toContain(
      `<div class="words" lang="fr"><span class="title">Les Tilleuls</span><span class="text">${community.description}</span></div>`,
    )
    expect(body).toMatch(
      /<img class="picture" src="\/media\/[\w-]+\/full" srcset="[^"]+" sizes="50vw" width="\d+" height="\d+" fetchpriority="high" alt="">/,
    )
    expect((await get('/les-tilleuls', undefined, { 'accept-language': 'en' })).body).toContain(
      `<span class="text">${community.lang.en.description}</span>`,
    )
  })

  it('shows the first post to who may read it, with what stands around it', async () => {
    const { body, answers } = await get('/les-tilleuls/actualites', await server.as('neighbor'))
    const [first] = (
      answers!['/events?page=1&filter=all'] as {
        docs: { user: Author; eventId: { title: string }; template: unknown }[]
      }
    ).docs
    expect(body).toContain('data-language="fr" data-unless="filter"')
    expect(body).toContain(first!.eventId.title)
    expect(body).toContain(`<b>${displayName(first!.user)}</b>`)
    expect(body).toContain('<i class="composer"></i>')
    expect(body).not.toContain('class="door"')
    expect(body.includes('class="ticket"')).toBe(first!.template !== null)
    expect((await get('/les-tilleuls/actualites?filter=my', await server.as('neighbor'))).body).not.toContain('glance')
  })

  it("brings a member what the member's own calls would get, and nobody else", async () => {
    const neighbor = await server.as('neighbor')
    const { answers } = await get('/les-tilleuls/actualites', neighbor)
    const feed = await neighbor.send({ method: 'GET', url: '/events?page=1&filter=all' })
    expect(answers!['/events?page=1&filter=all']).toEqual(feed.answer)
    expect(answers!['/api/auth']!.pseudo).toBe(
      ((await neighbor.send({ method: 'GET', url: '/api/auth' })) as { answer: { pseudo: string } }).answer.pseudo,
    )
    expect((await get('/les-tilleuls/actualites')).body).toBe(visitorsPage)
  })

  it('leaves out what the caller may not have any more', async () => {
    const neighbor = await server.as('neighbor')
    const gone = server.visitor()
    for (const [name, value] of neighbor.cookies) gone.cookies.set(name, value)
    await neighbor.send({ method: 'DELETE', url: '/api/auth' })
    expect((await get('/les-tilleuls/actualites', gone)).body).toBe(visitorsPage)
  })

  it('says whether somebody is signed in, wherever it leads; a cookie alone is no session', async () => {
    const neighbor = await server.as('neighbor')
    for (const url of ['/', '/les-tilleuls', '/les-tilleuls/actualites', '/detail-publication?id=1', '/maintenance']) {
      expect([url, (await get(url, neighbor)).body.includes('<html data-session="yes">')]).toEqual([url, true])
      expect([url, (await get(url)).body.includes('<html data-session="none">')]).toEqual([url, true])
    }
    const forged = server.visitor()
    forged.cookies.set('parvis', 'made-up')
    expect((await get('/les-tilleuls/actualites', forged)).body).toBe(visitorsPage)
  })

  it('does not say it where it cannot be known', async () => {
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

  it('leaves the lists out of an address that asks for another one', async () => {
    const { answers } = await get('/les-tilleuls/actualites?filter=my', await server.as('neighbor'))
    expect(Object.keys(answers!)).toEqual(['/api/auth', '/communities/les-tilleuls'])
  })

  it('keeps the place of a picture that nobody has given', async () => {
    await server.db
      .updateTable('communities')
      .set({ logo_id: null })
      .where('custom_uri', '=', 'residence-du-lac')
      .execute()
    expect((await get('/residence-du-lac')).body).toContain('<div class="who"><i class="face"></i></div>')
  })

  it('is never ended by a text inside it', async () => {
    const name = '</script><script>alert(1)</script>$&'
    await server.db.updateTable('communities').set({ name }).where('custom_uri', '=', 'camping-des-pins').execute()
    const { answers, body } = await get('/camping-des-pins')
    expect(answers!['/communities/camping-des-pins']!.name).toBe(name)
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('<span class="title">&#60;/script>&#60;script>alert(1)&#60;/script>$&#38;</span>')
  })

  it('is the plain one where nothing is known', async () => {
    expect((await get('/nobody-lives-here')).answers).toEqual({})
    for (const url of ['/maintenance', '/les-tilleuls/vie-locale', '/les%20tilleuls'])
      expect((await get(url)).body).toBe(visitorsPage)
  })

  it.each(['//', '///', '//[', '/les-tilleuls//', '/?%', '//evil.example/les-tilleuls'])(
    'is a page at %s too',
    async url => {
      const { status, body } = await get(url)
      expect([status, body.includes('evil.example/media')]).toEqual([200, false])
    },
  )

  it('is the start for an address that is none', async () => {
    const { status, headers } = await get('/%E0%A4%A')
    expect([status, headers.location]).toEqual([302, '/'])
  })

  it('is sent to who asks for a page, and at no address of a call', async () => {
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
