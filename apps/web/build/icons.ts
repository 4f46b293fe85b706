import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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

const symbolOf = (name: string) =>
  readFileSync(fileOf(name), 'utf8')
    .replace(/<!--.*?-->/s, '')
    .replace(/<svg[^>]*>/s, `<symbol id="icon-${name}" viewBox="0 0 24 24">`)
    .replace('</svg>', '</symbol>')
    .replace(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>')

/** The icons in use stand in the page itself: they are there with the first paint and cost no script and no request. */
export const icons = (): Plugin => ({
  name: 'parvis:icons',
  transformIndexHtml: html =>
    html.replace(
      '</body>',
      `  <div hidden><svg xmlns="http://www.w3.org/2000/svg">${iconsInUse().map(symbolOf).join('')}</svg></div>\n  </body>`,
    ),
})
