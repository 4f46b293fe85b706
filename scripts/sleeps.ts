import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Visitor } from 'rolldown/utils'
import { type Node, parseSource } from './parsed-source.ts'

/**
 * Numbers of the lines at which a test waits for a fixed time. Tests should wait for a condition (`expect.poll`,
 * `server.settled()`, a fake clock): a fixed wait is too short on a busy machine and too long on others. Where a test
 * needs a fixed wait, the line above gives the reason: `// pause: …`.
 */
export const findSleeps = (path: string, code: string): number[] => {
  const lines = code.split('\n')
  const lineNumberAt = (at: number) => code.slice(0, at).split('\n').length
  const timers = new Set(['setTimeout', 'setInterval'])
  const found: number[] = []
  const visitor = new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      if (source.value !== 'node:timers/promises') return
      for (const { local } of specifiers) timers.add(local.name)
    },
    CallExpression: ({ callee, start }) => {
      const isTimer = callee.type === 'Identifier' && timers.has(callee.name)
      const isPause =
        callee.type === 'MemberExpression' && (callee.property as Node & { name?: string }).name === 'waitForTimeout'
      if (!isTimer && !isPause) return
      const line = lineNumberAt(start)
      if (!/\/\/ pause: \S/.test(lines[line - 2] ?? '')) found.push(line)
    },
  })
  visitor.visit(parseSource(path, code))
  return found
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const files = globSync(
    ['{apps,packages}/*/{src,build}/**/*.test.{ts,tsx}', 'e2e/src/*.test.ts', 'scripts/*.test.ts'],
    {
      cwd: root,
    },
  )
  const found = files.flatMap(path =>
    findSleeps(path, readFileSync(join(root, path), 'utf8')).map(line => `${path}:${line} waits for a fixed time`),
  )
  for (const line of found) console.error(line)
  process.exit(found.length > 0 ? 1 : 0)
}
