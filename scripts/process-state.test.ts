// State that modules of the server keep in memory belongs to a server object (`defineState`), and is documented.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Node, parseSource, unwrapExpression } from './parsed-source.ts'
import { readServerSources, type Source } from './table-writers.ts'

const root = dirname(import.meta.dirname)
const sources = readServerSources(root)
const server = 'apps/server/src'

/** State of the process: it protects the processor or memory, or is the same for every server object. */
const allowed = [
  // stopping, and when an error was last logged
  `${server}/main.ts`,
  // the last id: ids rise strictly within the process
  `${server}/kernel/ids.ts`,
  // limits of argon2 hashes and of decoded pictures, which need much memory
  `${server}/kernel/secrets.ts`,
  `${server}/features/media/encode-picture.ts`,
  // writes of a user
  `${server}/kernel/http/serve.ts`,
  // the icon set, 9 MB of a package that are dropped after a minute
  `${server}/features/media/pictos.ts`,
]

const stateful = /^(?:WeakMap|WeakSet|LRUCache|pLimit|limitConcurrency\w*|coalesce|batch(?:Calls|Reads|Writes))$/
const collections = /^(?:Map|Set)$/

/** Whether the value of a variable of a module can change, as far as its first expression shows. */
const isState = (value: Node | null): boolean => {
  const node = value && unwrapExpression(value)
  if (node?.type === 'ObjectExpression') return node.properties.some(isStateProperty)
  if (node?.type === 'ArrayExpression') return node.elements.some(isState)
  if (node?.type !== 'NewExpression' && node?.type !== 'CallExpression') return false
  const name = node.callee.type === 'Identifier' ? node.callee.name : ''
  return stateful.test(name) || (collections.test(name) && node.arguments.length === 0)
}
const isStateProperty = (property: Node) => property.type === 'Property' && isState(property.value)

const findState = ({ path, text }: Source): string[] =>
  parseSource(path, text).body.flatMap(statement => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration' || declaration.declare) return []
    return declaration.declarations
      .filter(({ init }) => declaration.kind !== 'const' || isState(init))
      .map(({ id }) => `${path}: ${text.slice(id.start, id.end)}`)
  })

test('no module keeps state in its variables, apart from the state of the process', () => {
  const found = sources.flatMap(findState)
  expect(found.filter(one => !allowed.some(path => one.startsWith(`${path}:`)))).toEqual([])
  for (const path of allowed) expect(found.join()).toContain(`${path}:`)
})

test.each([
  'const cache = new WeakMap<Db, Cache>()',
  'export const cache = new Map<string, number>()',
  'const seen: Set<string> = new Set()',
  'const cache = new LRUCache<string, number>({ max: 10 }) as Cache',
  'let last: string | undefined',
  'export const limit = limitConcurrencyByKey(1)',
  'const read = batchReads(async keys => new Map())',
  'const state = { byId: new Map<string, number>() }',
])('the check fails if a module declares %s', text => {
  expect(findState({ path: `${server}/features/feed/planted.service.ts`, text })).toHaveLength(1)
})

test.each([
  "const names = new Set(['a', 'b'])",
  'const cache = defineState(() => new Map<string, number>())',
  'const find = memoize(create)',
  'const create = () => new Map<string, number>()',
  'declare const served: string[]',
])('the check accepts %s', text => {
  expect(findState({ path: `${server}/features/feed/planted.service.ts`, text })).toEqual([])
})

test('ARCHITECTURE.md lists every file with state', () => {
  const [, section = ''] = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('## State outside the database')
  const named = new Set(section.match(/[\w./-]+\.ts(?=`)/g))
  const files = sources
    .filter(source => /= defineState\(/.test(source.text) || findState(source).length > 0)
    .map(({ path }) => path.replace(`${server}/`, '').replace('features/', ''))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter(file => !named.has(file))).toEqual([])
})
