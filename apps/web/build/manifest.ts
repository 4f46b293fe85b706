import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '../../../packages/contract/src/language.ts'

export interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}
export type Manifest = Record<string, Chunk>

export type TextsOf = (route: string) => readonly string[]

const part = /^src\/routes\/(.+)\.tsx\?tsr-split=/
const folder = join(import.meta.dirname, '../src/routes')

export const textsInSource: TextsOf = route =>
  [...readFileSync(join(folder, `${route}.tsx`), 'utf8').matchAll(/\bloadTexts\(([^)]*)\)/g)].flatMap(([, names]) =>
    [...names!.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name!),
  )

/** Every route that has a component, named by its file without `.tsx`: `$c/_app/actualites`. */
export const routesOf = (manifest: Manifest): string[] => [
  ...new Set(Object.keys(manifest).flatMap(key => part.exec(key)?.[1] ?? [])),
]

/** A route and its parent routes, the outermost first. */
const chainOf = (manifest: Manifest, route: string) => {
  const words = route.split(/[/.]/)
  const above = new Set(words.map((_, n) => words.slice(0, n + 1).join('/')))
  const chain = routesOf(manifest).filter(one => above.has(one.replaceAll('.', '/')))
  if (!chain.includes(route)) throw new Error(`The build knows no ${route}.`)
  return chain
}

/** These files and all their imports, in execution order, so that base styles precede those that override them. */
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
    // Texts that are not in the manifest are part of the initial files.
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

/** The scripts and styles that the page of a route loads, by language. */
export const filesOfRoute = (manifest: Manifest, route: string) =>
  Object.fromEntries(languages.map(language => [language, filesIn(manifest, route, language)]))
