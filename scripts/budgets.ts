import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { entryOf, reachOfScreen, screens, type Manifest, type Screen } from '../apps/web/build/first-screens.ts'

const KB = 1000
/** What is held, and where the build stops. The frame of members is what every one of their screens has in common. */
const limits = {
  'first load of the landing, JS': { hold: 130, stop: 145 },
  'log-in over landing, JS': { hold: 45, stop: 60 },
  "a member's first screen in all, JS": { hold: 185, stop: 200 },
  'deals over the frame, JS': { hold: 45, stop: 60 },
  'a deal over the frame, JS': { hold: 45, stop: 60 },
  'a post over the frame, JS': { hold: 45, stop: 60 },
  'the post form over the frame, JS': { hold: 45, stop: 60 },
  'first load of the landing, CSS': { hold: 10, stop: 10 },
} as const
export type FigureName = keyof typeof limits
export type Figures = Record<FigureName, number>

const filesOf = (manifest: Manifest, keys: Iterable<string>) =>
  new Set([...keys].map(key => manifest[key]!.file).filter(file => file.endsWith('.js')))
const stylesOf = (manifest: Manifest, keys: Iterable<string>) =>
  new Set([...keys].flatMap(key => manifest[key]!.css ?? []))

const language = 'fr'

/** kB that travel, compressed, by what is opened first. `scripts` are those that the page names itself. */
export const measure = (manifest: Manifest, scripts: readonly string[], sizeOf: (file: string) => number): Figures => {
  const reach = (screen: Screen) => new Set([...entryOf(manifest), ...reachOfScreen(manifest, screen, language)])
  const load = (screen: Screen) => new Set([...filesOf(manifest, reach(screen)), ...scripts])
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0) / KB
  const over = (before: Screen, screen: Screen) => {
    const there = load(before)
    return total([...load(screen)].filter(file => !there.has(file)))
  }
  return {
    'first load of the landing, JS': total(load(screens.landing)),
    'log-in over landing, JS': over(screens.landing, screens.login),
    "a member's first screen in all, JS": total(load(screens.feed)),
    'deals over the frame, JS': over(screens.frame, screens.deals),
    'a deal over the frame, JS': over(screens.frame, screens.deal),
    'a post over the frame, JS': over(screens.frame, screens.post),
    'the post form over the frame, JS': over(screens.frame, screens.postForm),
    'first load of the landing, CSS': total(stylesOf(manifest, reach(screens.landing))),
  }
}

/** What is over its budget, as sentences; `stop` where the build may not go on. */
export const judge = (figures: Figures): { stop: boolean; text: string }[] =>
  (Object.keys(limits) as FigureName[])
    .filter(name => figures[name] > limits[name].hold)
    .map(name => ({
      stop: figures[name] > limits[name].stop,
      text: `${name}: ${figures[name].toFixed(1)} kB, more than ${limits[name].hold}`,
    }))

/** Schemas are the server's: a chunk that carries their library lost its stub. */
export const carriesTypebox = (code: string): boolean => /typebox|~kind|IsTypeBox/i.test(code)

/** The figures of the build that is there, and the chunks that carry what they must not. */
export const measureBuild = (root: string): { figures: Figures; heavy: string[] } => {
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
  for (const [name, kB] of Object.entries(figures)) {
    const { hold, stop } = limits[name as FigureName]
    console.log(`${name.padEnd(34)} ${kB.toFixed(1).padStart(6)} kB gz   hold ${hold}   stop ${stop}`)
  }
  const over = judge(figures)
  for (const { stop, text } of over) console.log(`${stop ? 'STOP' : 'over'}: ${text}`)
  for (const file of heavy) console.log(`STOP: ${file} carries the schema library`)
  process.exit(heavy.length > 0 || over.some(({ stop }) => stop) ? 1 : 0)
}
