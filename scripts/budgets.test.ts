import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { textFeaturesInSource, type Manifest } from '../apps/web/build/manifest.ts'
import { containsTypebox, findExceededBudgets, measureScreens, measureBuild } from './budgets.ts'

const { figures, heavy } = measureBuild(dirname(import.meta.dirname))

test('the build is within its size budgets', () => {
  expect(findExceededBudgets(figures)).toEqual([])
  expect(heavy).toEqual([])
})

test('the build’s measurements are not empty', () => {
  const kBOf = (name: string) => figures.find(figure => figure.name === name)?.kB
  expect(kBOf('first load of the landing, JS')).toBeGreaterThan(50)
  expect(kBOf("a member's first screen in all, JS")).toBeGreaterThan(60)
  expect(kBOf("$c/_app/vie-locale over members' frame, JS")).toBeGreaterThan(2)
  expect(kBOf('first load of the landing, CSS')).toBeGreaterThan(1)
})

const routeChunk = (route: string, chunk: Manifest[string]): [string, Manifest[string]] => [
  `src/routes/${route}.tsx?tsr-split=component`,
  chunk,
]
const manifest: Manifest = {
  'index.html': { file: 'app.js', isEntry: true, imports: ['_react.js'], css: ['app.css'] },
  '_react.js': { file: 'react.js' },
  '_shared.js': { file: 'shared.js', imports: ['_react.js'] },
  'src/locales/fr.ts': { file: 'fr.js' },
  'src/locales/fr/feed.json': { file: 'feed-fr.js' },
  'src/locales/fr/media.json': { file: 'media-fr.js' },
  ...Object.fromEntries([
    routeChunk('$c/_landing', { file: 'landing.js', imports: ['_shared.js'], css: ['landing.css'] }),
    routeChunk('$c/_landing/index', { file: 'title.js' }),
    routeChunk('$c/_landing/connexion', { file: 'login.js', imports: ['_shared.js'] }),
    routeChunk('$c/_app', { file: 'frame.js', imports: ['_shared.js', '_react.js'] }),
    routeChunk('$c/_app/actualites', { file: 'feed.js', imports: ['_shared.js'] }),
    routeChunk('$c/_app/actualites_.publication', { file: 'post.js' }),
    routeChunk('$c/_app/new-screen', { file: 'new.js' }),
  ]),
}
const textsOf = (route: string) =>
  route.endsWith('publication') ? ['feed', 'media'] : route.endsWith('actualites') ? ['feed'] : ['common']
const measureManifest = (of: Manifest, sizeOf: (file: string) => number, scripts: string[] = []) =>
  measureScreens(of, scripts, sizeOf, textsOf)

test('measureScreens counts each file and its imports once, for every screen of the build', () => {
  const figures = measureManifest(manifest, () => 1000, ['first-paint.js', 'app.js'])
  expect(figures.map(({ name, kB, limit }) => [name, kB, limit.hold])).toEqual([
    // Files: app, react, first-paint, landing, title, shared, and fr, which has the texts of every screen.
    ['first load of the landing, JS', 7, 140],
    // Files: app, react, first-paint, frame, shared, feed, fr (the texts that all screens share), feed-fr (the feed's).
    ["a member's first screen in all, JS", 8, 200],
    // The trailing `_` makes the route a sibling of the feed, not a child.
    ["$c/_app/actualites_.publication over members' frame, JS", 3, 50],
    ["$c/_app/new-screen over members' frame, JS", 1, 50],
    ['$c/_landing/connexion over the landing, JS', 1, 50],
    ['first load of the landing, CSS', 2, 10],
  ])
})

test('textFeaturesInSource lists the features whose texts the route of a screen loads', () => {
  expect(textFeaturesInSource('$c/_app/vie-locale_.edition')).toEqual(['deals', 'media'])
  expect(textFeaturesInSource('$c/_app/mon-profil')).toEqual(['leaving', 'profile', 'entry', 'media'])
})

test('a large library fails the build, a large new screen causes a warning, and the schema library is recognized', () => {
  const withLargeLibrary = {
    ...manifest,
    '_react.js': { file: 'react.js', imports: ['_planted.js'] },
    '_planted.js': { file: 'planted.js' },
  }
  expect(
    findExceededBudgets(measureManifest(withLargeLibrary, file => (file === 'planted.js' ? 150_000 : 1000))),
  ).toEqual([{ stop: true, text: expect.stringContaining('first load of the landing, JS: 156.0 kB') }])
  expect(findExceededBudgets(measureManifest(manifest, file => (file === 'new.js' ? 55_000 : 1000)))).toEqual([
    { stop: false, text: expect.stringContaining('$c/_app/new-screen') },
  ])
  expect(containsTypebox('const Kind=Symbol.for("TypeBox.Kind")')).toBe(true)
})
