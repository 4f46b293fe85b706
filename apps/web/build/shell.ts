import { join } from 'node:path'
import type { Plugin } from 'vite'

const runtime = join(import.meta.dirname, '../src/kernel/shell/jsx-runtime.ts')

/** What the app in a shell has instead: pictures come from the server, wherever a component draws one. */
export const shell = (server: string | undefined): Plugin | false =>
  Boolean(server) && {
    name: 'shell',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 'react/jsx-runtime' && importer !== runtime ? runtime : null),
  }
