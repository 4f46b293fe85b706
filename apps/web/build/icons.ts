import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { optimize } from 'svgo'
import type { Plugin } from 'vite'

const sourceFolder = join(import.meta.dirname, '../src')
const lucideFolder = join(dirname(createRequire(import.meta.url).resolve('lucide-static/package.json')), 'icons')
const fileOf = (name: string) => join(lucideFolder, `${name}.svg`)

export const iconsIn = (code: string): string[] =>
  /icon/i.test(code)
    ? [...code.matchAll(/(['"])([a-z0-9-]+)\1/g)].map(([, , name]) => name!).filter(name => existsSync(fileOf(name)))
    : []

export const iconsInUse = (): string[] => {
  const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter(
    file => /\.tsx?$/.test(file) && !/gallery|\.test\.|\.gen\./.test(file),
  )
  return [...new Set(files.flatMap(file => iconsIn(readFileSync(join(sourceFolder, file), 'utf8'))))].sort()
}

/** Merges an icon's shapes into one path, because the browser lays out and paints each shape separately. */
const mergedPathOf = (name: string) =>
  optimize(readFileSync(fileOf(name), 'utf8'), {
    plugins: [
      'removeComments',
      { name: 'convertShapeToPath', params: { convertArcs: true } },
      { name: 'mergePaths', params: { force: true } },
      'convertPathData',
    ],
  }).data.replace(/^.*?<svg[^>]*>|<\/svg>\s*$/gs, '')

export const symbolOf = (name: string) => `<symbol id="icon-${name}" viewBox="0 0 24 24">${mergedPathOf(name)}</symbol>`

/** Inlines the icons in use into the page, so that the first paint shows them without a request. */
export const icons = (): Plugin => ({
  name: 'parvis:icons',
  transformIndexHtml: html =>
    html.replace(
      '</body>',
      `  <div hidden><svg xmlns="http://www.w3.org/2000/svg">${iconsInUse().map(symbolOf).join('')}</svg></div>\n  </body>`,
    ),
})
