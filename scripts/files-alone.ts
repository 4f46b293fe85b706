import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The test files that have a process each: those that mock modules, and those whose first line says why
 * (`// alone: it loads texts anew`). The other files of a worker share what they have imported.
 */
export const filesAlone = (root: string, pattern: string): string[] =>
  globSync(pattern, { cwd: root }).filter(file =>
    /^\/\/ alone: |\bvi\.(?:mock|doMock)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
