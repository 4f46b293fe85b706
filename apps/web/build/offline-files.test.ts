// @vitest-environment node
import { expect, test } from 'vitest'
import { offlineFiles } from './offline-files.ts'

const manifest = {
  'index.html': {
    file: 'assets/index.js',
    isEntry: true,
    imports: ['_shared.js'],
    dynamicImports: ['src/routes/$c/_app/meteo.tsx?tsr-split=component', 'src/routes/$c/_app/gestion.tsx?tsr-split=c'],
    css: ['assets/index.css'],
    assets: ['assets/hanken-grotesk-latin-1-a.woff2', 'assets/hanken-grotesk-latin-ext-1-a.woff2'],
  },
  '_shared.js': { file: 'assets/shared.js', dynamicImports: ['src/locales/fr/feed.json', 'src/ui/map/Map.tsx'] },
  'src/locales/fr/feed.json': { file: 'assets/fr.js' },
  'src/ui/map/Map.tsx': { file: 'assets/map.js', imports: ['_maplibre.js'] },
  '_maplibre.js': { file: 'assets/maplibre.js' },
  'src/routes/$c/_app/meteo.tsx?tsr-split=component': { file: 'assets/weather.js', imports: ['_shared.js'] },
  'src/routes/$c/_app/gestion.tsx?tsr-split=c': { file: 'assets/desk.js' },
  'node_modules/pdfjs-dist/worker.mjs': { file: 'assets/pdf.js' },
}

test('offlineFiles returns the files, texts, styles and fonts of members’ screens, but not those of map, team screens and PDF', () =>
  expect(offlineFiles(manifest)).toEqual([
    'assets/fr.js',
    'assets/hanken-grotesk-latin-1-a.woff2',
    'assets/index.css',
    'assets/index.js',
    'assets/shared.js',
    'assets/weather.js',
  ]))
