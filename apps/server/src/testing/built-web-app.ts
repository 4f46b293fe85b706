import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** The HTML page of the built web app. */
export const INDEX_HTML =
  '<!doctype html><html><head><title>Parvis</title><meta name="description" content="Parvis"><link rel="manifest" href="/manifest.webmanifest"><link rel="stylesheet" href="/assets/app.css"><script src="/first-paint.js"></script></head><body><div id="root"></div></body></html>'
export const STYLE = 'a{color:red}'
/** `INDEX_HTML` as a French-speaking visitor without a session receives it, without embedded responses. */
export const visitorsPage = INDEX_HTML.replace('<html>', '<html data-session="none">').replace(
  '/manifest.',
  '/manifest.fr.',
)
const files = { scripts: ['/assets/screen.js'], styles: ['/assets/screen.css', '/assets/app.css'] }
const english = { scripts: ['/assets/screen.en.js'], styles: [] }
const describePage = (page: string, of: string, calls: object[], options = {}) => ({
  page,
  of,
  calls,
  files: { fr: files, en: english },
  ...options,
})
const community = { path: '/communities/:idOrUri', params: { idOrUri: ':c' } }
const pages = [
  describePage('/detail-publication', 'anybody', [{ path: '/events/community/:id', params: { id: '?id' } }], {
    about: { title: 'name', logo: 'logoUri' },
  }),
  describePage('/', 'visitor', [{ path: '/communities' }], { about: { title: 'name', description: 'description' } }),
  describePage('/:c', 'visitor', [community], {
    picture: { call: 0, at: ['nothing.0', 'slides.0.photo'], sizes: '50vw' },
    about: { title: 'name', description: 'description' },
    frame: 0,
    bones: 'landing',
  }),
  describePage(
    '/:c/actualites',
    'member',
    [{ path: '/api/auth' }, community, { path: '/events', query: { page: 1, filter: 'all' } }],
    {
      picture: { call: 2, at: ['docs.0.photo', 'docs.1.photo', 'docs.2.photo'], sizes: '100vw' },
      frame: 1,
      bones: 'list',
      title: { fr: 'Actu & co', en: 'Live' },
    },
  ),
]

/** Writes a small built web app to a new folder; returns the folder. */
export const writeWebApp = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-web-'))
  mkdirSync(join(folder, '.vite'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/app.css'), STYLE)
  writeFileSync(join(folder, 'assets/app.css.br'), brotliCompressSync(STYLE))
  writeFileSync(join(folder, 'assets/app.css.gz'), gzipSync(STYLE))
  writeFileSync(join(folder, 'assets/lone.gz'), 'a download of its own')
  writeFileSync(join(folder, 'first-paint.js'), '0')
  writeFileSync(join(folder, 'index.html'), INDEX_HTML)
  writeFileSync(join(folder, '.vite/pages.json'), JSON.stringify(pages))
  return folder
}
