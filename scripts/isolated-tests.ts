import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Test files that need a process of their own: those that mock modules, and those whose first line says why (`// alone:
 * it loads texts anew`). All other files of a worker share their imported modules.
 */
export const findIsolatedTests = (root: string, pattern: string): string[] =>
  globSync(pattern, { cwd: root }).filter(file =>
    /^\/\/ alone: |\bvi\.(?:mock|doMock)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
