import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { findDeclarationErrors } from './journey-features.ts'
import { readImports } from './read-imports.ts'
import { changedFiles, featuresOfJourney, selectTests } from './select-tests.ts'
import { findSleeps } from './sleeps.ts'

const root = dirname(import.meta.dirname)
const imports = readImports(root)
const select = (...changed: string[]) => selectTests(root, changed, imports)
const folders = (files: readonly string[]) =>
  new Set(files.map(file => /^(?:apps\/\w+\/src\/features\/\w+|\w+(?:\/src)?)/.exec(file)![0]))

test('a change of a server feature selects the tests of the feature, of its callers and of the whole server, and its browser tests', () => {
  const { isEverything, files, reasons } = select('apps/server/src/features/deals/deals.policy.ts')
  expect(isEverything).toBe(false)
  expect([...folders(files)]).toEqual(
    expect.arrayContaining([
      ...['deals', 'digests', 'leaving', 'media', 'moderation'].map(name => `apps/server/src/features/${name}`),
      'e2e/src',
    ]),
  )
  expect(files).toContain('apps/server/src/relations.test.ts')
  expect(folders(files)).not.toContain('apps/server/src/features/weather')
  expect(folders(files)).not.toContain('apps/web/src/features/deals')
  expect(reasons[0]).toBe('deals, on the server: apps/server/src/features/deals/deals.policy.ts changed')
})

test('a change of a web feature selects its tests and its browser tests, but none of the server', () => {
  const { files } = select('apps/web/src/features/chat/ChatView.module.css')
  expect([...folders(files)].toSorted()).toEqual(['apps/web/src/features/chat', 'e2e/src'])
})

test('a change of texts, a migration, the contract or demo data selects the tests of the features that use them', () => {
  expect(folders(select('apps/web/src/locales/fr/weather.json').files)).toContain('apps/web/src/features/weather')
  const mails = folders(select('apps/server/src/locales/fr/mails.json').files)
  expect(mails).toContain('apps/server/src/features/entry')
  // Chat has no mail text of its own: it calls the entry feature, which sends the mail.
  expect(mails).not.toContain('apps/server/src/features/chat')
  // All features write to the audit log.
  expect(select('apps/server/src/migrations/0057_audit.sql').isEverything).toBe(true)
  expect(folders(select('apps/server/src/migrations/0062_digests.sql').files)).toContain(
    'apps/server/src/features/digests',
  )
  const users = folders(select('packages/contract/src/weather.ts').files)
  expect([...users]).toEqual(
    expect.arrayContaining(['apps/server/src/features/weather', 'apps/web/src/features/weather', 'packages']),
  )
  expect(folders(select('packages/demo-world/src/make-deals.ts').files)).toContain('apps/server/src/features/deals')
})

test('a changed test selects the tests in its folder, a changed document the project tests, a changed browser test only itself', () => {
  expect([...folders(select('apps/server/src/features/weather/weather.test.ts').files)]).toEqual([
    'apps/server/src/features/weather',
  ])
  expect([...folders(select('docs/limits.md').files)]).toEqual(['scripts', 'testing'])
  expect(select('e2e/src/chat.test.ts').files).toEqual(['e2e/src/chat.test.ts'])
})

test.each([
  'apps/server/src/kernel/bus.ts',
  'apps/web/src/ui/Button.tsx',
  'apps/server/src/testing/test-server.ts',
  'packages/contract/src/endpoint.ts',
  'package-lock.json',
  'e2e/src/browser-server.ts',
  'something.new',
])('a change of %s selects all tests', path => {
  expect(select('apps/web/src/features/chat/ChatView.tsx', path).isEverything).toBe(true)
})

test('changedFiles lists the files that differ from a commit, and refuses an unknown commit', () => {
  expect(Array.isArray(changedFiles(root, 'HEAD'))).toBe(true)
  expect(() => changedFiles(root, 'no-such-commit')).toThrow('There is no commit no-such-commit')
})

test('the check fails if a browser test declares no feature, or an unknown one', () => {
  expect(featuresOfJourney("// features: chat, deals\nimport 'x'\n")).toEqual(['chat', 'deals'])
  expect(featuresOfJourney("import 'x'\n// features: chat\n")).toEqual([])
  expect(
    findDeclarationErrors(
      new Map([
        ['one.test.ts', '// features: chat\n'],
        ['two.test.ts', 'it()\n'],
        ['three.test.ts', '// features: caht\n'],
      ]),
      ['chat'],
    ),
  ).toEqual([expect.stringMatching(/^two\.test\.ts: its first line/), 'three.test.ts: there is no feature caht'])
})

test('the check fails if a test waits for a fixed time without saying why', () => {
  const code = `import { setTimeout as wait } from 'node:timers/promises'
await page.waitForTimeout(100)
await wait(5)
setTimeout(done, 3)
// pause: the pace itself is tested
await wait(5)
await page.waitForURL('/')
`
  expect(findSleeps('some.test.ts', code)).toEqual([2, 3, 4])
})
