import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, ResolvedConfig } from 'vite'

const textFileNames = /\.(?:js|css|html|svg|webmanifest|json|txt)$/
/** Smaller files are not compressed, because they fit into one network packet anyway. */
const MIN_BYTES = 1024

const writeCompressedFiles = async (file: string) => {
  const bytes = await readFile(file)
  if (bytes.length < MIN_BYTES) return
  const brotli = await promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
  await Promise.all([
    writeFile(`${file}.br`, brotli),
    writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 })),
  ])
}

/** Writes .br and .gz files beside every text file, so that the server does not compress the app at runtime. */
export const compressed = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'parvis:compressed',
    apply: 'build',
    configResolved: resolved => {
      config = resolved
    },
    async closeBundle() {
      const folder = resolve(config.root, config.build.outDir)
      const files = await readdir(folder, { recursive: true })
      for (const file of files) if (textFileNames.test(file)) await writeCompressedFiles(join(folder, file))
    },
  }
}
