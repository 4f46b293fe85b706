import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openDb } from '../apps/server/src/kernel/postgres/db.ts'
import { cloneDatabase } from '../apps/server/src/testing/cluster.ts'
import { printFeatureGraph } from './print-architecture.ts'
import { printDataModel } from './print-data-model.ts'
import { printRights, readEndpoints, readTables } from './print-rights.ts'
import { readImports } from './read-imports.ts'

// npm run docs: writes the printed pages, as these tests expect them.
const root = dirname(import.meta.dirname)
const [tables, endpoints] = [await readTables(), await readEndpoints()]
const page = printRights(tables, endpoints)

const expectPage = (file: string, text: string) =>
  expect(text, `${file} is out of date: run "npm run docs"`).toMatchFileSnapshot(join(root, file))

/** Expects the text between the marks of a page that is otherwise written by hand. */
const expectPart = async (file: string, printed: string) => {
  const [start, end] = ['<!-- printed by npm run docs -->', '<!-- end -->']
  const [before, part] = readFileSync(join(root, file), 'utf8').split(start)
  await expectPage(file, `${before}${start}\n\n${printed}\n\n${end}${part!.split(end)[1]}`)
}

test('docs/rights.md shows the permissions', async () => {
  await expectPage('docs/rights.md', page)
})

test('ARCHITECTURE.md shows which feature imports which', async () => {
  await expectPart('ARCHITECTURE.md', printFeatureGraph(readImports(root)))
})

test('docs/data-model.md shows the migrated database', async () => {
  const { connection, drop } = await cloneDatabase('empty')
  const db = openDb({ connection })
  try {
    await expectPart('docs/data-model.md', await printDataModel(root, db))
  } finally {
    await db.destroy()
    await drop()
  }
})

test('the graph leaves out arrows that follow from others, and columns', () => {
  const file = (name: string) => `apps/server/src/features/${name}`
  const graph = printFeatureGraph([
    { from: file('a/a.service.ts'), to: file('b/b.service.ts') },
    { from: file('a/a.service.ts'), to: file('c/c.service.ts') },
    { from: file('b/b.service.ts'), to: file('c/c.presenter.ts') },
    { from: file('c/c.queries.ts'), to: file('a/a.columns.ts') },
  ])
  expect(graph.match(/\w+ --> \w+/g)).toEqual(['a --> b', 'b --> c'])
  expect(graph.match(/floor \d"\]\n {4}\w+/g)).toEqual(['floor 3"]\n    a', 'floor 2"]\n    b', 'floor 1"]\n    c'])
})

test('the printed page changes if a cell, a row, a permission of suspended members, or a cell of the table by owner changes', () => {
  const changed = (change: (table: string) => string, feature: string) =>
    printRights(
      {
        ...tables,
        features: tables.features.map(one => (one.feature === feature ? { ...one, table: change(one.table) } : one)),
      },
      endpoints,
    )
  expect(changed(table => table.replace('guestforbidden', '.'), 'chat')).not.toBe(page)
  expect(changed(table => table.split('\n').toSpliced(2, 1).join('\n'), 'feed')).not.toBe(page)
  const reopened = endpoints.map(one => (one.path === '/events/publish' ? { ...one, allowSuspended: true } : one))
  expect(printRights(tables, reopened)).not.toBe(page)
  expect(printRights({ ...tables, relations: tables.relations.replace('error404', '.') }, endpoints)).not.toBe(page)
})

test('the column of an administrator of another community says which requests are about their own community', () => {
  const cellOf = (route: string) => {
    const line = page.split('\n').find(one => one.includes(`\`${route}\``))!
    return line.split(' | ').at(-1)!.replace(' |', '')
  }
  for (const route of ['GET /admin/desk', 'GET /admin/members', 'PUT /admin/key', 'GET /messages/users'])
    expect(cellOf(route)).toBe('✓ their own')
  expect(cellOf('PUT /admin/logo')).toBe('checked their own')
  expect(cellOf('GET /communities/search')).toBe('✓')
  expect(cellOf('GET /admin/members/:id')).toBe('not there')
  expect(cellOf('GET /docs/mails')).toBe('✓ on this machine')
})

test('printing fails if a refusal has no explanation or a request has no summary', () => {
  const printWithRow = (table: string) => () =>
    printRights({ ...tables, features: [{ feature: 'chat', table }] }, endpoints)
  expect(printWithRow('| nobody\nGET /messages | popup2')).toThrow('popup2')
  expect(printWithRow('| nobody\nGET /planted | .')).toThrow('GET /planted has no summary')
})
