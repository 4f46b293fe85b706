// oxlint-disable-next-line typescript/triple-slash-reference -- the package brings no types, and every project that reads this file needs them
/// <reference path="./subset-font.d.ts" />
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
/** The weights that the app uses: the full variable fonts are twice as large. */
const families = {
  'hanken-grotesk': { wght: { min: 400, max: 700 } },
  'bricolage-grotesque': { wght: 650 },
} as const
const scripts = ['latin', 'latin-ext', 'vietnamese'] as const
const folder = join(import.meta.dirname, '../../../node_modules/.cache/parvis-fonts')

const makeFont = async (family: keyof typeof families, script: (typeof scripts)[number]) => {
  const source = await readFile(
    require.resolve(`@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`),
  )
  const variationAxes = families[family]
  const hash = createHash('sha256').update(source).update(JSON.stringify(variationAxes)).digest('hex').slice(0, 8)
  const fontFile = join(folder, `${family}-${script}-${hash}.woff2`)
  if (!existsSync(fontFile)) {
    const font = await subsetFont(source, '', {
      targetFormat: 'woff2',
      variationAxes,
      keepAllGlyphs: true,
      noHinting: true,
    })
    await mkdir(folder, { recursive: true })
    // A unique temporary file, because another build, even in this process, may create the same font at the same time.
    const unfinished = `${fontFile}.${randomUUID()}`
    await writeFile(unfinished, font)
    await rename(unfinished, fontFile)
  }
  return { find: `@fonts/${family}-${script}.woff2`, replacement: fontFile }
}

const latinFontFiles = /(?:hanken-grotesk|bricolage-grotesque)-latin-[\da-f]{8}-[^/]*\.woff2$/

/** Resolves `@fonts/<family>-<script>.woff2` in style sheets, and preloads the two Latin fonts with low priority. */
export const fonts = (): Plugin => ({
  name: 'parvis:fonts',
  config: async () => ({
    resolve: {
      alias: await Promise.all(
        (Object.keys(families) as (keyof typeof families)[]).flatMap(family =>
          scripts.map(script => makeFont(family, script)),
        ),
      ),
    },
  }),
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter(file => latinFontFiles.test(file))
        .map(file => ({
          tag: 'link',
          injectTo: 'head',
          attrs: {
            rel: 'preload',
            fetchpriority: 'low',
            as: 'font',
            type: 'font/woff2',
            href: `/${file}`,
            crossorigin: '',
          },
        })),
  },
})
