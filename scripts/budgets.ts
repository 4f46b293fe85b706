import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { entryOf, reachOfRoute, routesOf, type Manifest, type TextsOf } from '../apps/web/build/manifest.ts'

const KB = 1000
/**
 * Budgets in kB gzipped: above `hold` a warning, above `stop` the build fails. The frame is shared by all screens of a
 * member.
 */
const limits = {
  landing: { hold: 130, stop: 145 },
  member: { hold: 185, stop: 200 },
  otherScreens: { hold: 50, stop: 65 },
  styles: { hold: 10, stop: 10 },
} as const

export interface Figure {
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
const language = 'fr'

/** Compressed kB for every screen of the build. `scripts` are those that the page itself references. */
export const measure = (
  manifest: Manifest,
  scripts: readonly string[],
  sizeOf: (file: string) => number,
  textsOf?: TextsOf,
): Figure[] => {
  const reach = (route: string) => new Set([...entryOf(manifest), ...reachOfRoute(manifest, route, language, textsOf)])
  const load = (route: string) =>
    new Set([...[...reach(route)].map(key => manifest[key]!.file).filter(file => file.endsWith('.js')), ...scripts])
  const styles = new Set([...reach(LANDING)].flatMap(key => manifest[key]!.css ?? []))
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0) / KB
  const over = (before: string, route: string) => {
    const loaded = load(before)
    return total([...load(route)].filter(file => !loaded.has(file)))
  }
  const otherScreens = routesOf(manifest)
    .filter(route => !firstScreens.has(route) && !layouts.has(route))
    .sort()
    .map((route): Figure => {
      const before = usesAppFrame(route) ? FRAME : LANDING
      const name = `${route} over ${before === FRAME ? "members' frame" : 'the landing'}, JS`
      return { name, kB: over(before, route), limit: limits.otherScreens }
    })
  return [
    { name: 'first load of the landing, JS', kB: total(load(LANDING)), limit: limits.landing },
    { name: "a member's first screen in all, JS", kB: total(load(FEED)), limit: limits.member },
    ...otherScreens,
    { name: 'first load of the landing, CSS', kB: total(styles), limit: limits.styles },
  ]
}

/** Returns exceeded budgets as sentences; `stop` means that the build fails. */
export const findExceededBudgets = (figures: readonly Figure[]): { stop: boolean; text: string }[] =>
  figures
    .filter(({ kB, limit }) => kB > limit.hold)
    .map(({ name, kB, limit }) => ({
      stop: kB > limit.stop,
      text: `${name}: ${kB.toFixed(1)} kB, more than ${limit.hold}`,
    }))

/** Only the server needs schemas: a chunk that contains the schema library has lost its stub. */
export const containsTypebox = (code: string): boolean => /typebox|~kind|IsTypeBox/i.test(code)

/** Returns the figures of the current build, and the chunks that contain the schema library. */
export const measureBuild = (root: string): { figures: Figure[]; heavy: string[] } => {
  const folder = join(root, 'apps/web/dist')
  const at = join(folder, '.vite/manifest.json')
  if (!existsSync(at)) throw new Error(`${at} is missing: build the web app first.`)
  const manifest = JSON.parse(readFileSync(at, 'utf8')) as Manifest
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="\/([^"]+)"/g)].map(
    ([, file]) => file!,
  )
  const figures = measure(manifest, scripts, file => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
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
