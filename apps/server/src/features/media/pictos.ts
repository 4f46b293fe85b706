import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

interface IconSet {
  width?: number
  height?: number
  icons: Record<string, { body: string }>
  aliases?: Record<string, { parent: string }>
}

/**
 * Fluent Emoji Flat by Microsoft (MIT). The set is 9 MB of JSON, so it is read on first use and released a minute
 * later; pictograms that were used stay cached.
 */
const KEEP_SET_MS = 60_000
let set: IconSet | undefined
const drawn = new Map<string, string>()

const readSet = (): IconSet => {
  setTimeout(() => {
    set = undefined
  }, KEEP_SET_MS).unref()
  return JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8'),
  ) as IconSet
}

/** The pictogram as an SVG document; null for an unknown name. */
export const findPicto = (name: string): string | null => {
  const known = drawn.get(name)
  if (known) return known
  set ??= readSet()
  const body = (
    Object.hasOwn(set.icons, name)
      ? set.icons[name]
      : Object.hasOwn(set.aliases ?? {}, name)
        ? set.icons[set.aliases![name]!.parent]
        : undefined
  )?.body
  if (!body) return null
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${set.width ?? 32} ${set.height ?? 32}">${body}</svg>`
  drawn.set(name, svg)
  return svg
}
