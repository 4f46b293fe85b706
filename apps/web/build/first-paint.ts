import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

const FILE = 'first-paint.js'

const scripts = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g

/** Preloads the entry scripts; `first-paint.js` then imports the last one, which imports the others. */
export const firstPaint = (): Plugin => ({
  name: 'parvis:first-paint',
  apply: 'build',
  // Minifies `first-paint.js`, because Vite copies the files of public/ unchanged.
  async writeBundle({ dir = '' }) {
    const file = join(dir, FILE)
    const { code, errors } = await minify(FILE, await readFile(file, 'utf8'), { module: false })
    if (errors.length) throw new Error(`${FILE}: ${errors[0]!.message}`)
    await writeFile(file, code)
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const files = [...html.matchAll(scripts)].map(([, file]) => file!)
      const app = files.at(-1)
      if (!app) throw new Error('The page names no script.')
      const lengthOf = (file: string) => {
        const output = bundle[file.slice(1)]
        return output?.type === 'chunk' ? output.code.length : 0
      }
      // The largest file is requested first, because the app starts only when all of them have arrived.
      files.sort((a, b) => lengthOf(b) - lengthOf(a))
      return {
        html: html.replace(scripts, '').replace(`<script src="/${FILE}">`, `<script src="/${FILE}" data-app="${app}">`),
        tags: files.map(href => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: '', href },
        })),
      }
    },
  },
})
