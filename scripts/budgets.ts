import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { entryOf, reachOfRoute, routesOf, type Manifest, type TextsOf } from '../apps/web/build/manifest.ts'

const KB = 1000
/** What is held, and where the build stops, in kB gzipped. The frame is what all screens of a member have in common. */
const limits = {
  landing: { hold: 130, stop: 145 },
  member: { hold: 185, stop: 200 },
  further: { hold: 45, stop: 60 },
  styles: { hold: 10, stop: 10 },
} as const

export interface Figure {
  name: string
  kB: number
  limit: { hold: number; stop: number }
}

const LANDING = '$c/_landing/index'
const FRAME = '$c/_app'
/** A member's first screen. */
const FEED = '$c/_app/actualites'
const layouts = new Set(['$c/_landing', FRAME])
/** Each has a number of its own: what it loads in all. */
const firstScreens = new Set([LANDING, FEED])
/** Screens of a community, and those of the installation's desk, which stand in the same frame. */
const standsInFrame = (route: string) => route.startsWith(`${FRAME}/`) || /^gestion(\/|$)/.test(route)
const language = 'fr'

/**
 * kB that travel, compressed, for every screen that the build knows. `scripts` are those that the page names itself.
 */
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
    const there = load(before)
    return total([...load(route)].filter(file => !there.has(file)))
  }
  const further = routesOf(manifest)
    .filter(route => !firstScreens.has(route) && !layouts.has(route))
    .sort()
    .map((route): Figure => {
      const before = standsInFrame(route) ? FRAME : LANDING
      const name = `${route} over ${before === FRAME ? "members' frame" : 'the landing'}, JS`
      return { name, kB: over(before, route), limit: limits.further }
    })
  return [
    { name: 'first load of the landing, JS', kB: total(load(LANDING)), limit: limits.landing },
    { name: "a member's first screen in all, JS", kB: total(load(FEED)), limit: limits.member },
    ...further,
    { name: 'first load of the landing, CSS', kB: total(styles), limit: limits.styles },
  ]
}

/** What is over its budget, as sentences; `stop` where the build may not go on. */
export const judge = (figures: readonly Figure[]): { stop: boolean; text: string }[] =>
  figures
    .filter(({ kB, limit }) => kB > limit.hold)
    .map(({ name, kB, limit }) => ({
      stop: kB > limit.stop,
      text: `${name}: ${kB.toFixed(1)} kB, more than ${limit.hold}`,
    }))

/** Schemas are the server's: a chunk that carries their library lost its stub. */
export const carriesTypebox = (code: string): boolean => /typebox|~kind|IsTypeBox/i.test(code)

/** The figures of the build that is there, and the chunks that carry what they must not. */
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
  return { figures, heavy: chunks.filter(file => carriesTypebox(readFileSync(join(folder, 'assets', file), 'utf8'))) }
}

if (import.meta.main) {
  const { figures, heavy } = measureBuild(dirname(import.meta.dirname))
  for (const { name, kB, limit } of figures)
    console.log(`${name.padEnd(66)} ${kB.toFixed(1).padStart(6)} kB gz   hold ${limit.hold}   stop ${limit.stop}`)
  const over = judge(figures)
  for (const { stop, text } of over) console.log(`${stop ? 'STOP' : 'over'}: ${text}`)
  for (const file of heavy) console.log(`STOP: ${file} carries the schema library`)
  process.exit(heavy.length > 0 || over.some(({ stop }) => stop) ? 1 : 0)
}
