import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { iconNames } from '../src/ui/icon-names.ts'

const symbolOf = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`lucide-static/icons/${name}.svg`)), 'utf8')
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
      `  <div hidden><svg xmlns="http://www.w3.org/2000/svg">${iconNames.map(symbolOf).join('')}</svg></div>\n  </body>`,
    ),
})
