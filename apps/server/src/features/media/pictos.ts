import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

interface IconSet {
  width?: number
  height?: number
  icons: Record<string, { body: string }>
  aliases?: Record<string, { parent: string }>
}

/**
 * The icon set Fluent Emoji Flat (Microsoft, MIT) is 9 MB of JSON. It is removed from memory a minute after reading.
 */
const ICON_SET_TTL_MS = 60_000
let iconSet: IconSet | undefined
const svgByName = new Map<string, string>()

const readIconSet = (): IconSet => {
  setTimeout(() => {
    iconSet = undefined
  }, ICON_SET_TTL_MS).unref()
  return JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8'),
  ) as IconSet
}

/** Returns the pictogram as an SVG document; null for an unknown name. */
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
