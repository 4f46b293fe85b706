import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { drawHouse } from './draw-architecture.ts'
import { readImports } from './read-imports.ts'

const root = dirname(import.meta.dirname)
const imports = readImports(root)

test('the architecture diagram is up to date: run "npm run architecture" to redraw it', () => {
  expect(readFileSync(join(root, 'docs/architecture.svg'), 'utf8')).toBe(drawHouse(imports))
})

test('the diagram does not depend on the order of the imports', () => {
  expect(drawHouse(imports.toReversed())).toBe(drawHouse(imports))
})

test('the diagram shows a new import between features, with a hollow dot if only columns are imported', () => {
  const from = 'apps/server/src/features/chat/chat.routes.ts'
  const title = '<title>server features/chat imports server features/deals</title>'
  const dot = (picture: string) => picture.split('\n').filter(line => line.includes(title))
  expect(dot(drawHouse(imports))).toEqual([])
  const withColumns = [...imports, { from, to: 'apps/server/src/features/deals/planted.columns.ts' }]
  expect(dot(drawHouse(withColumns))).toEqual([expect.stringContaining('class="hollow"')])
  const withService = [...withColumns, { from, to: 'apps/server/src/features/deals/deals.service.ts' }]
  expect(dot(drawHouse(withService))).toEqual([expect.stringContaining('class="dot"')])
})

test('the diagram shows a new feature, but no test support', () => {
  const planted = {
    from: 'apps/server/src/features/planted/planted.routes.ts',
    to: 'apps/server/src/kernel/http/serve.ts',
  }
  expect(drawHouse([...imports, planted])).toContain('>planted</text>')
  expect(drawHouse(imports)).not.toContain('testing')
})
