import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  entryKeys,
  reachableKeysOfRoute,
  routesOf,
  type Manifest,
  type TextFeaturesOf,
} from '../apps/web/build/manifest.ts'

const KB = 1000
/**
 * Budgets in kB gzipped: more than `hold` causes a warning, more than `stop` fails the build. `otherScreens` does not
 * count files that the landing or the frame of the members' screens has already loaded.
 */
const limits = {
  landing: { hold: 140, stop: 155 },
  member: { hold: 200, stop: 220 },
  otherScreens: { hold: 50, stop: 65 },
  styles: { hold: 10, stop: 12 },
} as const

export interface SizeFigure {
  name: string
  kB: number
  limit: { hold: number; stop: number }
}

const LANDING = '$c/_landing/index'
const FRAME = '$c/_app'
/** The route of a member's first screen. */
const FEED = '$c/_app/actualites'
const layouts = new Set(['$c/_landing', FRAME])
/** These screens are measured in full instead of relative to a layout. */
const firstScreens = new Set([LANDING, FEED])
/** Screens of a community and the administration screens of the installation use the same frame. */
const usesAppFrame = (route: string) => route.startsWith(`${FRAME}/`) || /^gestion(\/|$)/.test(route)
const measuredLanguage = 'fr'

/**
 * Returns compressed kB for every screen of the build. `scripts` are those that the page itself references; `sizeOf`
 * returns compressed bytes.
 */
export const measureScreens = (
  manifest: Manifest,
  scripts: readonly string[],
  sizeOf: (file: string) => number,
  textsOf?: TextFeaturesOf,
): SizeFigure[] => {
  const chunkKeysOf = (route: string) =>
    new Set([...entryKeys(manifest), ...reachableKeysOfRoute(manifest, route, measuredLanguage, textsOf)])
  const scriptsOf = (route: string) =>
    new Set([
      ...[...chunkKeysOf(route)].map(key => manifest[key]!.file).filter(file => file.endsWith('.js')),
      ...scripts,
    ])
  const styles = new Set([...chunkKeysOf(LANDING)].flatMap(key => manifest[key]!.css ?? []))
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0) / KB
  const addedKB = (loadedRoute: string, route: string) => {
    const loaded = scriptsOf(loadedRoute)
    return total([...scriptsOf(route)].filter(file => !loaded.has(file)))
  }
  const otherScreens = routesOf(manifest)
    .filter(route => !firstScreens.has(route) && !layouts.has(route))
    .sort()
    .map((route): SizeFigure => {
      const loadedRoute = usesAppFrame(route) ? FRAME : LANDING
      const name = `${route} over ${loadedRoute === FRAME ? "members' frame" : 'the landing'}, JS`
      return { name, kB: addedKB(loadedRoute, route), limit: limits.otherScreens }
    })
  return [
    { name: 'first load of the landing, JS', kB: total(scriptsOf(LANDING)), limit: limits.landing },
    { name: "a member's first screen in all, JS", kB: total(scriptsOf(FEED)), limit: limits.member },
    ...otherScreens,
    { name: 'first load of the landing, CSS', kB: total(styles), limit: limits.styles },
  ]
}

/** Returns exceeded budgets as sentences; `stop` means that the build fails, otherwise it is a warning. */
export const findExceededBudgets = (figures: readonly SizeFigure[]): { stop: boolean; text: string }[] =>
  figures
    .filter(({ kB, limit }) => kB > limit.hold)
    .map(({ name, kB, limit }) => ({
      stop: kB > limit.stop,
      text: `${name}: ${kB.toFixed(1)} kB, more than ${limit.hold}`,
    }))

/** Whether a chunk contains the schema library. Only the server needs it: the build replaces it by a stub. */
export const containsTypebox = (code: string): boolean => /typebox|~kind|IsTypeBox/i.test(code)

/** Returns the figures of the current build, and the chunks that contain the schema library. */
export const measureBuild = (root: string): { figures: SizeFigure[]; heavy: string[] } => {
  const folder = join(root, 'apps/web/dist')
  const manifestPath = join(folder, '.vite/manifest.json')
  if (!existsSync(manifestPath)) throw new Error(`${manifestPath} is missing: build the web app first.`)
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="\/([^"]+)"/g)].map(
    ([, file]) => file!,
  )
  const figures = measureScreens(
    manifest,
    scripts,
    file => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
  )
  const chunks = readdirSync(join(folder, 'assets')).filter(file => file.endsWith('.js'))
  return { figures, heavy: chunks.filter(file => containsTypebox(readFileSync(join(folder, 'assets', file), 'utf8'))) }
}

if (import.meta.main) {
  const { figures, heavy } = measureBuild(dirname(import.meta.dirname))
  for (const { name, kB, limit } of figures)
    console.log(`${name.padEnd(66)} ${kB.toFixed(1).padStart(6)} kB gz   hold ${limit.hold}   stop ${limit.stop}`)
  const over = findExceededBudgets(figures)
  for (const { stop, text } of over) console.log(`${stop ? 'STOP' : 'over'}: ${text}`)
  for (const file of heavy) console.log(`STOP: ${file} contains the schema library`)
  process.exit(heavy.length > 0 || over.some(({ stop }) => stop) ? 1 : 0)
}
