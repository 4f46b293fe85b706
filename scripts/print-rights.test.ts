import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { printRights, readSummaries, readTables } from './print-rights.ts'

const [tables, summaries] = [await readTables(), await readSummaries()]
const page = readFileSync(join(dirname(import.meta.dirname), 'docs/rights.md'), 'utf8')

test('docs/rights.md says what the tables say: "npm run rights" writes it anew', () => {
  expect(printRights(tables, summaries)).toBe(page)
})

test('a cell that changes, a row that goes, and a case of whose it is that changes make another page', () => {
  const changed = (change: (table: string) => string, room: string) =>
    printRights(
      { ...tables, rooms: tables.rooms.map(one => (one.room === room ? { ...one, table: change(one.table) } : one)) },
      summaries,
    )
  expect(changed(table => table.replace('guestforbidden', '.'), 'chat')).not.toBe(page)
  expect(changed(table => table.split('\n').toSpliced(2, 1).join('\n'), 'feed')).not.toBe(page)
  expect(printRights({ ...tables, relations: tables.relations.replace('error404', '.') }, summaries)).not.toBe(page)
})

test('a refusal without words for it, and a call without a summary, are named', () => {
  const planted = (table: string) => () => printRights({ ...tables, rooms: [{ room: 'chat', table }] }, summaries)
  expect(planted('| nobody\nGET /messages | popup2')).toThrow('popup2')
  expect(planted('| nobody\nGET /planted | .')).toThrow('GET /planted has no summary')
})
