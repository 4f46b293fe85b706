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

export type TextFeaturesOf = (route: string) => readonly string[]

const routeChunkKey = /^src\/routes\/(.+)\.tsx\?tsr-split=/
const folder = join(import.meta.dirname, '../src/routes')
const textCall = /\b(?:loadTexts\(|withTexts\(import\('[^']+'\),)([^)]*)\)/g

export const textFeaturesInSource: TextFeaturesOf = route =>
  [...readFileSync(join(folder, `${route}.tsx`), 'utf8').matchAll(textCall)].flatMap(([, names]) =>
    [...names!.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name!),
  )

/** Every route that has a component, named by its file without `.tsx`: `$c/_app/actualites`. */
export const routesOf = (manifest: Manifest): string[] => [
  ...new Set(Object.keys(manifest).flatMap(key => routeChunkKey.exec(key)?.[1] ?? [])),
]

/** A route and its parent routes, the outermost first. */
const chainOf = (manifest: Manifest, route: string) => {
  const words = route.split(/[/.]/)
  const above = new Set(words.map((_, n) => words.slice(0, n + 1).join('/')))
  const chain = routesOf(manifest).filter(one => above.has(one.replaceAll('.', '/')))
  if (!chain.includes(route)) throw new Error(`The build knows no ${route}.`)
  return chain
}

/** The chunks `keys` and all that they import, in execution order, so that base styles precede overriding ones. */
const reachableKeys = (
  manifest: Manifest,
  keys: readonly string[],
  seen = new Set<string>(),
  inOrder = new Set<string>(),
): Set<string> => {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    reachableKeys(manifest, manifest[key]?.imports ?? [], seen, inOrder)
    inOrder.add(key)
  }
  return inOrder
}

export const reachableKeysOfRoute = (
  manifest: Manifest,
  route: string,
  language: Language,
  textFeaturesOf: TextFeaturesOf = textFeaturesInSource,
): Set<string> => {
  const chain = chainOf(manifest, route)
  const own = chain
    .flatMap(textFeaturesOf)
    .map(feature =>
      feature === 'terms' ? `src/locales/${language}/terms.ts` : `src/locales/${language}/${feature}.json`,
    )
  return reachableKeys(manifest, [
    ...Object.keys(manifest).filter(key => chain.includes(routeChunkKey.exec(key)?.[1] ?? '')),
    `src/locales/${language}.ts`,
    // Texts that have no chunk of their own are in the entry chunk.
    ...own.filter(key => key in manifest),
  ])
}

export const entryKeys = (manifest: Manifest): Set<string> =>
  reachableKeys(
    manifest,
    Object.keys(manifest).filter(key => manifest[key]!.isEntry),
  )

const filesIn = (manifest: Manifest, route: string, language: Language) => {
  const before = entryKeys(manifest)
  const keys = [...reachableKeysOfRoute(manifest, route, language)].filter(key => !before.has(key))
  return {
    scripts: [...new Set(keys.map(key => `/${manifest[key]!.file}`))],
    styles: [...new Set(keys.flatMap(key => manifest[key]!.css ?? []))].map(file => `/${file}`),
  }
}

/** The scripts and styles that the page of a route loads in addition to those of the entry, by language. */
export const filesOfRoute = (manifest: Manifest, route: string) =>
  Object.fromEntries(languages.map(language => [language, filesIn(manifest, route, language)]))
