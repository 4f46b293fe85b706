import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { optimize } from 'svgo'
import type { Plugin } from 'vite'

const source = join(import.meta.dirname, '../src')
const drawings = join(dirname(createRequire(import.meta.url).resolve('lucide-static/package.json')), 'icons')
const fileOf = (name: string) => join(drawings, `${name}.svg`)

/** The icons that a source file may draw: what it names, if it speaks of icons at all. */
export const iconsIn = (code: string): string[] =>
  /icon/i.test(code)
    ? [...code.matchAll(/(['"])([a-z0-9-]+)\1/g)].map(([, , name]) => name!).filter(name => existsSync(fileOf(name)))
    : []

/** Every icon that the code names, in order. */
export const iconsInUse = (): string[] => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    file => /\.tsx?$/.test(file) && !/gallery|\.test\.|\.gen\./.test(file),
  )
  return [...new Set(files.flatMap(file => iconsIn(readFileSync(join(source, file), 'utf8'))))].sort()
}

/**
 * The lines of an icon become one path where they can: each further shape would be laid out and painted by itself, in
 * every card.
 */
const linesOf = (name: string) =>
  optimize(readFileSync(fileOf(name), 'utf8'), {
    plugins: [
      'removeComments',
      { name: 'convertShapeToPath', params: { convertArcs: true } },
      { name: 'mergePaths', params: { force: true } },
      'convertPathData',
    ],
  }).data.replace(/^.*?<svg[^>]*>|<\/svg>\s*$/gs, '')

/** An icon as a symbol of the page's sprite. */
export const symbolOf = (name: string) => `<symbol id="icon-${name}" viewBox="0 0 24 24">${linesOf(name)}</symbol>`

/** The icons in use stand in the page itself: they are there with the first paint and cost no script and no request. */
export const icons = (): Plugin => ({
  name: 'parvis:icons',
  transformIndexHtml: html =>
    html.replace(
      '</body>',
      `  <div hidden><svg xmlns="http://www.w3.org/2000/svg">${iconsInUse().map(symbolOf).join('')}</svg></div>\n  </body>`,
    ),
})
