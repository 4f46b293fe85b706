import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import type { Manifest } from '../apps/web/build/first-screens.ts'
import { carriesTypebox, judge, measure, measureBuild } from './budgets.ts'

const { figures, heavy } = measureBuild(dirname(import.meta.dirname))

test('the build keeps its budgets', () => {
  expect(judge(figures)).toEqual([])
  expect(heavy).toEqual([])
})

test('nothing was measured as nothing', () => {
  expect(figures['first load of the landing, JS']).toBeGreaterThan(50)
  expect(figures["a member's first screen in all, JS"]).toBeGreaterThan(60)
  expect(figures['deals over the frame, JS']).toBeGreaterThan(2)
  expect(figures['first load of the landing, CSS']).toBeGreaterThan(1)
})

const texts = ['feed', 'deals', 'publish'].map((room): [string, { file: string }] => [
  `src/locales/fr/${room}.json`,
  { file: `${room}-fr.js` },
])
const manifest: Manifest = {
  'index.html': { file: 'app.js', isEntry: true, imports: ['_react.js'], css: ['app.css'] },
  '_react.js': { file: 'react.js' },
  'src/routes/$c/_landing.tsx?tsr-split=component': {
    file: 'landing.js',
    imports: ['_shared.js'],
    css: ['landing.css'],
  },
  'src/routes/$c/_landing/index.tsx?tsr-split=component': { file: 'title.js' },
  'src/routes/$c/_landing/connexion.tsx?tsr-split=component': { file: 'login.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js', imports: ['_react.js'] },
  'src/routes/$c/_app.tsx?tsr-split=component': { file: 'frame.js', imports: ['_shared.js', '_react.js'] },
  'src/routes/$c/_app/actualites.tsx?tsr-split=component': { file: 'feed.js', imports: ['_shared.js'] },
  'src/routes/$c/_app/vie-locale.tsx?tsr-split=component': { file: 'deals.js' },
  'src/routes/$c/_app/annonce.tsx?tsr-split=component': { file: 'deal.js' },
  'src/routes/$c/_app/actualites_.publication.tsx?tsr-split=component': { file: 'post.js' },
  'src/routes/$c/_app/actualites_.edition-publication.tsx?tsr-split=component': {
    file: 'form.js',
    imports: ['_shared.js'],
  },
  'src/locales/fr.ts': { file: 'fr.js' },
  ...Object.fromEntries(texts),
}

test('a file is counted once, with all that it imports', () => {
  const measured = measure(manifest, ['first-paint.js', 'app.js'], () => 1000)
  expect(measured).toEqual({
    'first load of the landing, JS': 7, // app react first-paint landing title shared and the texts of every screen
    'log-in over landing, JS': 1,
    "a member's first screen in all, JS": 8, // app react first-paint frame shared feed, the texts of every screen and of the feed
    'deals over the frame, JS': 2,
    'a deal over the frame, JS': 2,
    'a post over the frame, JS': 2,
    'the post form over the frame, JS': 2,
    'first load of the landing, CSS': 2,
  })
})

test('a planted library breaks the budget', () => {
  const planted = measure(
    { ...manifest, '_react.js': { file: 'react.js', imports: ['_planted.js'] }, '_planted.js': { file: 'planted.js' } },
    [],
    file => (file === 'planted.js' ? 140_000 : 1000),
  )
  expect(judge(planted)).toEqual([
    { stop: true, text: expect.stringContaining('first load of the landing, JS: 146.0 kB') },
  ])
  expect(carriesTypebox('const Kind=Symbol.for("TypeBox.Kind")')).toBe(true)
})
