import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { findBrokenWalls, readImports } from './imports.ts'

const imports = readImports(dirname(import.meta.dirname))

test('the walls between the rooms stand', () => {
  expect(imports.length).toBeGreaterThan(100)
  expect(findBrokenWalls(imports)).toEqual([])
})

test.each([
  ['packages/contract/src/deals.ts', 'apps/server/src/kernel/postgres/db.ts'],
  ['apps/server/src/kernel/postgres/db.ts', 'apps/server/src/rooms/deals/deals.service.ts'],
  ['apps/server/src/rooms/feed/feed.routes.ts', 'apps/server/src/rooms/deals/deals.queries.ts'],
  ['apps/server/src/rooms/feed/feed.routes.ts', 'apps/server/src/rooms/deals/deals.tables.ts'],
  ['apps/web/src/rooms/feed/FeedView.tsx', 'apps/web/src/rooms/deals/DealsView.tsx'],
  ['apps/web/src/ui/Button.tsx', 'apps/web/src/rooms/deals/DealsView.tsx'],
  ['apps/web/src/rooms/feed/FeedView.tsx', 'apps/server/src/rooms/feed/feed.presenter.ts'],
])('a planted import is caught: %s → %s', (from, to) => {
  expect(findBrokenWalls([{ from, to }])).toHaveLength(1)
})

test('a planted ring is caught', () => {
  const service = (room: string) => `apps/server/src/rooms/${room}/${room}.service.ts`
  expect(
    findBrokenWalls([
      { from: service('feed'), to: service('chat') },
      { from: service('chat'), to: service('feed') },
    ]),
  ).toHaveLength(1)
})
