import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { webProjects } from './apps/web/vitest.projects.ts'

const server = join(import.meta.dirname, 'apps/server')
/** Files that mock modules have a process each: the others of a worker share what they have imported. */
const mocking = globSync('src/**/*.test.ts', { cwd: server }).filter(file =>
  /\bvi\.(?:mock|doMock)\(/.test(readFileSync(join(server, file), 'utf8')),
)

const plain = (name: string, root: string): TestProjectInlineConfiguration => ({
  test: { name, root, include: ['**/*.test.ts'], environment: 'node', testTimeout: 60_000, isolate: false },
})

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      plain('contract', 'packages/contract/src'),
      plain('demo-world', 'packages/demo-world/src'),
      plain('checks', 'scripts'),
      plain('mobile', 'apps/mobile/src'),
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          exclude: mocking,
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          isolate: false,
          pool: process.env.TRY_POOL ?? 'threads',
        },
      },
      {
        test: {
          name: 'server-mocks',
          root: 'apps/server',
          include: mocking,
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      ...webProjects,
      {
        test: {
          name: 'e2e',
          root: 'e2e',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          runner: 'src/one-shape-runner.ts',
          testTimeout: 180_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          // files that follow each other in a process share its browser
          isolate: false,
        },
      },
    ],
  },
})
