import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { printRights, readEndpoints, readTables } from './print-rights.ts'

const [tables, endpoints] = [await readTables(), await readEndpoints()]
const page = readFileSync(join(dirname(import.meta.dirname), 'docs/rights.md'), 'utf8')

test('docs/rights.md is up to date: run "npm run rights" to write it', () => {
  expect(printRights(tables, endpoints)).toBe(page)
})

test('docs/rights.md changes with a cell, a row, and a case of ownership', () => {
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

test('docs/rights.md distinguishes answers about one’s own community from those about others', () => {
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

test('printing fails if a refusal has no description or a call has no summary', () => {
  const printWithRow = (table: string) => () =>
    printRights({ ...tables, features: [{ feature: 'chat', table }] }, endpoints)
  expect(printWithRow('| nobody\nGET /messages | popup2')).toThrow('popup2')
  expect(printWithRow('| nobody\nGET /planted | .')).toThrow('GET /planted has no summary')
})
