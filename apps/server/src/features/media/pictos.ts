import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

interface IconSet {
  width?: number
  height?: number
  icons: Record<string, { body: string }>
  aliases?: Record<string, { parent: string }>
}

/** Fluent Emoji Flat by Microsoft (MIT): 9 MB of JSON, so read on first use and released a minute later. */
const SET_TTL_MS = 60_000
let iconSet: IconSet | undefined
const svgByName = new Map<string, string>()

const readIconSet = (): IconSet => {
  setTimeout(() => {
    iconSet = undefined
  }, SET_TTL_MS).unref()
  return JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8'),
  ) as IconSet
}

/** The pictogram as an SVG document; null for an unknown name. */
export const findPicto = (name: string): string | null => {
  const cached = svgByName.get(name)
  if (cached) return cached
  iconSet ??= readIconSet()
  const body = (
    Object.hasOwn(iconSet.icons, name)
      ? iconSet.icons[name]
      : Object.hasOwn(iconSet.aliases ?? {}, name)
        ? iconSet.icons[iconSet.aliases![name]!.parent]
        : undefined
  )?.body
  if (!body) return null
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${iconSet.width ?? 32} ${iconSet.height ?? 32}">${body}</svg>`
  svgByName.set(name, svg)
  return svg
}
