import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { printRights, readEndpoints, readTables } from './print-rights.ts'

const [tables, endpoints] = [await readTables(), await readEndpoints()]
const page = readFileSync(join(dirname(import.meta.dirname), 'docs/rights.md'), 'utf8')

test('docs/rights.md is up to date: run "npm run rights" to write it', () => {
  expect(printRights(tables, endpoints)).toBe(page)
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
