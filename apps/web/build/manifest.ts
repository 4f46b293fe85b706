import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '../../../packages/contract/src/language.ts'

/** One file of Vite's manifest, as far as we need it. */
export interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  /** Pictures, fonts and whatever else it names. */
  assets?: string[]
}
export type Manifest = Record<string, Chunk>

/** The feature texts that a screen loads beside those that every screen needs. */
export type TextsOf = (route: string) => readonly string[]

const part = /^src\/routes\/(.+)\.tsx\?tsr-split=/
const folder = join(import.meta.dirname, '../src/routes')

/** As its route file says it. */
export const textsInSource: TextsOf = route =>
  [...readFileSync(join(folder, `${route}.tsx`), 'utf8').matchAll(/\bloadTexts\(([^)]*)\)/g)].flatMap(([, names]) =>
    [...names!.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name!),
  )

/** Every route that draws something, by its file without `.tsx`: `$c/_app/actualites`. */
export const routesOf = (manifest: Manifest): string[] => [
  ...new Set(Object.keys(manifest).flatMap(key => part.exec(key)?.[1] ?? [])),
]

/** A route and those that it is drawn in, the outermost first. */
const chainOf = (manifest: Manifest, route: string) => {
  const words = route.split(/[/.]/)
  const above = new Set(words.map((_, n) => words.slice(0, n + 1).join('/')))
  const chain = routesOf(manifest).filter(one => above.has(one.replaceAll('.', '/')))
  if (!chain.includes(route)) throw new Error(`The build knows no ${route}.`)
  return chain
}

/**
 * These files and everything that they import, in the order in which they run: so the looks of a part stand before those
 * of what is built with it.
 */
const reachOf = (
  manifest: Manifest,
  keys: readonly string[],
  seen = new Set<string>(),
  inOrder = new Set<string>(),
): Set<string> => {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    reachOf(manifest, manifest[key]?.imports ?? [], seen, inOrder)
    inOrder.add(key)
  }
  return inOrder
}

/** Every file of a screen beyond the entry's. */
export const reachOfRoute = (
  manifest: Manifest,
  route: string,
  language: Language,
  textsOf: TextsOf = textsInSource,
): Set<string> => {
  const chain = chainOf(manifest, route)
  const own = chain
    .flatMap(textsOf)
    .map(feature =>
      feature === 'terms' ? `src/locales/${language}/terms.ts` : `src/locales/${language}/${feature}.json`,
    )
  return reachOf(manifest, [
    ...Object.keys(manifest).filter(key => chain.includes(part.exec(key)?.[1] ?? '')),
    `src/locales/${language}.ts`,
    // the others are in the file of every screen
    ...own.filter(key => key in manifest),
  ])
}

export const entryOf = (manifest: Manifest): Set<string> =>
  reachOf(
    manifest,
    Object.keys(manifest).filter(key => manifest[key]!.isEntry),
  )

const filesIn = (manifest: Manifest, route: string, language: Language) => {
  const before = entryOf(manifest)
  const keys = [...reachOfRoute(manifest, route, language)].filter(key => !before.has(key))
  return {
    scripts: [...new Set(keys.map(key => `/${manifest[key]!.file}`))],
    styles: [...new Set(keys.flatMap(key => manifest[key]!.css ?? []))].map(file => `/${file}`),
  }
}

/** The files of a screen that its page names, by the reader's language. */
export const filesOfRoute = (manifest: Manifest, route: string) =>
  Object.fromEntries(languages.map(language => [language, filesIn(manifest, route, language)]))
