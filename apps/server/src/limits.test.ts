// Compares the table of rate limits in docs/limits.md with the code, in both directions.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The table rows of the document: each names a bucket or a constant, and its source file. */
const rowsOf = (document: string) =>
  document.split('\n').flatMap(line => {
    const cells = line.split('|').map(cell => cell.trim())
    const [, , names = '', , where = ''] = cells
    const file = /^`(.+)`$/.exec(where)?.[1]
    return cells.length === 7 && file
      ? [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => ({ name: name!, file }))
      : []
  })

/** A function that receives a bucket: its callers name it. */
const auditRepeatable = /^export const auditRepeatable = [^]*?^}$/m

/**
 * Returns the first word of each rate-limit bucket in a source file. A bucket that is not a template string is returned
 * as `not named: …`.
 */
const bucketsIn = (source: string) =>
  [
    ...source
      .replace(auditRepeatable, '')
      .matchAll(
        /(?:bucket: (?!string$|columnOf\('bucket'\))|(?:isAmongFirstOfDay|auditRepeatable)\(\w+, )(`?)([\w-]*)/gm,
      ),
  ].map(([, quote, name]) => (quote ? name! : `not named: ${name}`))

const sources = globSync('apps/server/src/{kernel,features}/**/*.ts', { cwd: root }).filter(
  file =>
    !file.endsWith('.test.ts') &&
    !file.endsWith('kernel/limits/rate-limit.ts') &&
    !file.endsWith('kernel/limits/backoff-queue.ts'),
)

it('every rate-limit bucket has a row in docs/limits.md', () => {
  const rows = rowsOf(read('docs/limits.md')).map(({ name, file }) => `${name} ${file}`)
  const buckets = sources.flatMap(file => bucketsIn(read(file)).map(name => `${name} ${file}`))
  expect(buckets.length).toBeGreaterThan(10)
  expect(buckets.filter(bucket => !rows.includes(bucket))).toEqual([])
})

it('every row of docs/limits.md names an existing bucket or constant', () => {
  const stale = rowsOf(read('docs/limits.md')).filter(
    ({ name, file }) => !bucketsIn(read(file)).includes(name) && !new RegExp(`const ${name}\\b`).test(read(file)),
  )
  expect(stale).toEqual([])
})

it('bucketsIn finds named and unnamed buckets, and rowsOf finds the names and the file of a row', () => {
  expect(bucketsIn('{ bucket: `edit ${actor.userId}`, most: 20 }')).toEqual(['edit'])
  expect(bucketsIn('interface Hit {\n  bucket: string\n  most: number\n}')).toEqual([])
  expect(bucketsIn('{ bucket: name, most: 20 }')).toEqual(['not named: name'])
  expect(bucketsIn('isAmongFirstOfDay(db, `edit-told ${id}`)')).toEqual(['edit-told'])
  expect(bucketsIn('auditRepeatable(db, `edit-noted ${id}`, entry)')).toEqual(['edit-noted'])
  expect(bucketsIn('auditRepeatable(db, bucket, entry)')).toEqual(['not named: bucket'])
  expect(rowsOf('| a | `edit`, `EDITS` | 20 a minute | `a.ts` | 429 |')).toEqual([
    { name: 'edit', file: 'a.ts' },
    { name: 'EDITS', file: 'a.ts' },
  ])
})
