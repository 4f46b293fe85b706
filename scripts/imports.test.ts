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
  ['packages/demo-world/src/make-world.ts', 'apps/server/src/kernel/ids.ts'],
  ['packages/contract/src/deals.ts', 'packages/demo-world/src/texts/deals.ts'],
  ['apps/server/src/rooms/deals/deals.queries.ts', 'packages/demo-world/src/texts/deals.ts'],
  ['apps/server/src/main.ts', 'packages/demo-world/src/make-world.ts'],
  ['apps/web/src/rooms/deals/DealsView.tsx', 'packages/demo-world/src/texts/deals.ts'],
  ['apps/server/src/rooms/feed/feed.demo.ts', 'apps/server/src/rooms/deals/deals.demo.ts'],
  ['apps/server/src/rooms/deals/deals.routes.ts', 'apps/server/src/rooms/deals/deals.demo.ts'],
  ['apps/server/src/rooms/deals/deals.routes.ts', 'apps/server/src/rooms/deals/deals.rights.ts'],
  ['apps/server/src/app.ts', 'apps/server/src/testing/rights.ts'],
])('a planted import is caught: %s → %s', (from, to) => {
  expect(findBrokenWalls([{ from, to }])).toHaveLength(1)
})

test.each([
  ['packages/demo-world/src/make-members.ts', 'packages/contract/src/roles.ts'],
  ['apps/server/src/rooms/deals/deals.demo.ts', 'packages/demo-world/src/make-deals.ts'],
  ['apps/server/src/demo/fill.ts', 'packages/demo-world/src/make-world.ts'],
  ['apps/server/src/demo/fill.ts', 'apps/server/src/rooms/deals/deals.demo.ts'],
  ['apps/server/src/testing/requests-from-contract.ts', 'packages/demo-world/src/random.ts'],
])('an import that may be is let through: %s → %s', (from, to) => {
  expect(findBrokenWalls([{ from, to }])).toEqual([])
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
