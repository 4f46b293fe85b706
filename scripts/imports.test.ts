import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { findForbiddenImports } from './imports.ts'
import { resolveFiles, findImportedNames, readImports } from './read-imports.ts'

const root = dirname(import.meta.dirname)
const imports = readImports(root)

test('the code has no forbidden imports', () => {
  expect(imports.length).toBeGreaterThan(100)
  expect(findForbiddenImports(imports)).toEqual([])
})

test.each([
  ['packages/contract/src/deals.ts', 'apps/server/src/kernel/postgres/db.ts'],
  ['apps/server/src/kernel/postgres/db.ts', 'apps/server/src/features/deals/deals.service.ts'],
  ['apps/server/src/features/feed/feed.routes.ts', 'apps/server/src/features/deals/deals.queries.ts'],
  ['apps/server/src/features/feed/feed.routes.ts', 'apps/server/src/features/deals/deals.tables.ts'],
  ['apps/web/src/features/feed/FeedView.tsx', 'apps/web/src/features/deals/DealsView.tsx'],
  ['apps/web/src/ui/Button.tsx', 'apps/web/src/features/deals/DealsView.tsx'],
  ['apps/web/src/features/feed/FeedView.tsx', 'apps/server/src/features/feed/feed.presenter.ts'],
  ['packages/demo-world/src/make-world.ts', 'apps/server/src/kernel/ids.ts'],
  ['packages/contract/src/deals.ts', 'packages/demo-world/src/texts/deals.ts'],
  ['apps/server/src/features/deals/deals.queries.ts', 'packages/demo-world/src/texts/deals.ts'],
  ['apps/server/src/main.ts', 'packages/demo-world/src/make-world.ts'],
  ['apps/web/src/features/deals/DealsView.tsx', 'packages/demo-world/src/texts/deals.ts'],
  ['apps/server/src/features/feed/feed.demo.ts', 'apps/server/src/features/deals/deals.demo.ts'],
  ['apps/server/src/features/deals/deals.routes.ts', 'apps/server/src/features/deals/deals.demo.ts'],
  ['apps/server/src/features/deals/deals.routes.ts', 'apps/server/src/features/deals/deals.rights.ts'],
  ['apps/server/src/app.ts', 'apps/server/src/testing/rights.ts'],
  ['apps/server/src/kernel/platform.ts', 'apps/server/src/features.ts'],
  ['apps/server/src/kernel/http/serve.ts', 'apps/server/src/app.ts'],
  ['apps/server/src/features/feed/feed.service.ts', 'apps/server/src/features.ts'],
  ['apps/server/src/features/feed/feed.service.ts', 'apps/server/src/app.ts'],
  ['apps/server/src/features/feed/feed.service.ts', 'apps/server/src/main.ts'],
  ['apps/web/src/kernel/query-client.ts', 'apps/web/src/router.ts'],
  ['apps/web/src/ui/Button.tsx', 'apps/web/src/main.tsx'],
  ['apps/web/src/features/feed/FeedView.tsx', 'apps/web/src/app/session/guards.ts'],
  ['apps/web/src/features/feed/FeedView.tsx', 'apps/web/src/routes/index.tsx'],
  ['apps/web/src/features/feed/FeedView.tsx', 'apps/web/src/routeTree.gen.ts'],
  ['apps/web/src/app/frame/MemberFrame.tsx', 'apps/web/src/routes/index.tsx'],
  ['packages/contract/src/deals.ts', 'scripts/imports.ts'],
  ['apps/server/src/features/feed/feed.demo.ts', 'bench/src/large.ts'],
  ['apps/web/src/main.tsx', 'e2e/src/screens.ts'],
  ['apps/server/src/main.ts', '?'],
])('the check fails if a forbidden import is added: %s → %s', (from, to) => {
  expect(findForbiddenImports([{ from, to }])).toHaveLength(1)
})

test.each([
  ['packages/demo-world/src/make-members.ts', 'packages/contract/src/roles.ts'],
  ['apps/server/src/features/deals/deals.demo.ts', 'packages/demo-world/src/make-deals.ts'],
  ['apps/server/src/demo/fill.ts', 'packages/demo-world/src/make-world.ts'],
  ['apps/server/src/demo/fill.ts', 'apps/server/src/features/deals/deals.demo.ts'],
  ['apps/server/src/testing/request-generator.ts', 'packages/demo-world/src/random.ts'],
  ['apps/server/src/features/deals/deals.rights.ts', 'apps/server/src/app.ts'],
  ['apps/server/src/main.ts', 'apps/server/src/app.ts'],
  ['apps/web/src/main.tsx', 'apps/web/src/router.ts'],
  ['apps/web/src/routes/index.tsx', 'apps/web/src/app/session/guards.ts'],
  ['apps/web/src/app/session/guards.ts', 'apps/web/src/features/session/session.queries.ts'],
])('the check allows the import %s → %s', (from, to) => {
  expect(findForbiddenImports([{ from, to }])).toEqual([])
})

test('the check fails if features import each other in a cycle', () => {
  const service = (feature: string) => `apps/server/src/features/${feature}/${feature}.service.ts`
  expect(
    findForbiddenImports([
      { from: service('feed'), to: service('chat') },
      { from: service('chat'), to: service('feed') },
    ]),
  ).toHaveLength(1)
})

test.each([
  ["import './x.ts'"],
  ["/* first */ import { x } from './x.ts'"],
  ["const y = 1; import { x } from './x.ts'"],
  ["import*as x from'./x.ts'"],
  ['import x, {\n  // it\'s here\n  y,\n} from "./x.ts"'],
  ["import type { X } from './x.ts'"],
  ["import './\\x78.ts'"],
  ["import x = require('./x.ts')"],
  ["export * from './x.ts'"],
  ["export * as x from './x.ts'"],
  ["export { x } from './x.ts'"],
  ["export type { X } from './x.ts'"],
  ["const x = import('./x.ts')"],
  ['const x = import(/* later */ `./x.ts`)'],
  ["const x = import('./x.ts' as string)"],
  ["const x = import('./x.ts', { with: { type: 'json' } })"],
  ["const x = import.meta.glob('./x.ts')"],
  ["const x = import.meta\n  .glob<X>(['!./y.ts', `./x.ts`], { eager: true })"],
  ["const x = import.meta['glob']('./x.ts')"],
  ["const x = import.meta.resolve('./x.ts')"],
  ["const x = new Worker(new URL('./x.ts', import.meta.url))"],
  ["const x = require('./x.ts')"],
  ["type X = import('./x.ts').X"],
  ["type X = typeof import('./x.ts')"],
  ["declare module './x.ts' {\n  interface X {}\n}"],
])('the check finds an import in every notation: %s', code => {
  expect(findImportedNames('planted.ts', code)).toEqual(['./x.ts'])
})

test.each([
  ['import(name)'],
  ['import(`./${name}.ts`)'],
  ["import('./x' + '.ts')"],
  ['import.meta.glob(names)'],
  ["import.meta.glob('./*.ts', { base: '../deals' })"],
  ['new URL(`./${name}.ts`, import.meta.url)'],
  ['require(name)'],
  ['const load = createRequire(import.meta.url)'],
])('the check fails if the target of an import is not a literal: %s', code => {
  const files = findImportedNames('planted.ts', code).flatMap(name =>
    resolveFiles(root, 'apps/server/src/main.ts', name),
  )
  expect(files).toEqual(['?'])
  expect(findForbiddenImports([{ from: 'apps/server/src/main.ts', to: files[0]! }])).toHaveLength(1)
})

test('the check throws for a file that cannot be parsed', () => {
  expect(() => findImportedNames('planted.ts', 'import {')).toThrow('planted.ts')
})

test.each([
  ["// import './x.ts'"],
  ['const x = "import(\'./x.ts\')"'],
  ["createRequire(import.meta.url).resolve('sharp')"],
  ["new URL('../drawings/', import.meta.url)"],
  ["new URL('./x.ts', address)"],
])('the check ignores code that imports nothing: %s', code => {
  expect(findImportedNames('planted.ts', code)).toEqual([])
})

const service = 'apps/server/src/features/feed/feed.service.ts'
test.each([
  ['../deals/deals.tables.ts', ['apps/server/src/features/deals/deals.tables.ts']],
  ['#server/features/../app.ts', ['apps/server/src/app.ts']],
  ['@parvis/server/src/app.ts', ['apps/server/src/app.ts']],
  ['@parvis/contract/feed.ts?raw', ['packages/contract/src/feed.ts']],
  ['@parvis/e2e/src/screens.ts', ['e2e/src/screens.ts']],
  ['../../../../../scripts/imports.ts', ['scripts/imports.ts']],
  [
    '../d*/{deals.tables,deals.queries}.ts',
    ['deals.queries', 'deals.tables'].map(name => `apps/server/src/features/deals/${name}.ts`),
  ],
  ['../deals/deals.tables', ['?']],
  ['../deals/deals.tables.js', ['?']],
  ['/src/features/deals/DealsView.tsx', ['?']],
  ['file:///srv/deals.tables.ts', ['?']],
  ['fastify', []],
  ['node:fs', []],
])('resolveFiles resolves every form of a module name: %s', (name, files) => {
  expect(resolveFiles(root, service, name).toSorted()).toEqual(files)
})
