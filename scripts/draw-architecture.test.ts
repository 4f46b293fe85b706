import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { drawHouse } from './draw-architecture.ts'
import { readImports } from './read-imports.ts'

const root = dirname(import.meta.dirname)
const imports = readImports(root)

test('the picture of the architecture is what the code gives: "npm run architecture" draws it anew', () => {
  expect(readFileSync(join(root, 'docs/architecture.svg'), 'utf8')).toBe(drawHouse(imports))
})

test('the order in which files are read changes nothing', () => {
  expect(drawHouse(imports.toReversed())).toBe(drawHouse(imports))
})

test('a new import between features is drawn, and one of columns alone is told apart', () => {
  const from = 'apps/server/src/features/chat/chat.routes.ts'
  const title = '<title>server features/chat imports server features/deals</title>'
  const dot = (picture: string) => picture.split('\n').filter(line => line.includes(title))
  expect(dot(drawHouse(imports))).toEqual([])
  const withColumns = [...imports, { from, to: 'apps/server/src/features/deals/planted.columns.ts' }]
  expect(dot(drawHouse(withColumns))).toEqual([expect.stringContaining('class="hollow"')])
  const withService = [...withColumns, { from, to: 'apps/server/src/features/deals/deals.service.ts' }]
  expect(dot(drawHouse(withService))).toEqual([expect.stringContaining('class="dot"')])
})

test('a new feature has its box, and what tests stand on has none', () => {
  const planted = {
    from: 'apps/server/src/features/planted/planted.routes.ts',
    to: 'apps/server/src/kernel/http/serve.ts',
  }
  expect(drawHouse([...imports, planted])).toContain('>planted</text>')
  expect(drawHouse(imports)).not.toContain('testing')
})
