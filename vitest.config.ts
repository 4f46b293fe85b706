import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { webProjects } from './apps/web/vitest.projects.ts'
import { findIsolatedTests } from './scripts/isolated-tests.ts'

const isolatedTests = findIsolatedTests(join(import.meta.dirname, 'apps/server'), 'src/**/*.test.ts')

/** Sets the community timezone by test file, so that tests run at different local hours. */
const setupFiles = [join(import.meta.dirname, 'apps/server/src/testing/hour-of-file.ts')]

const plain = (name: string, root: string, include = ['**/*.test.ts']): TestProjectInlineConfiguration => ({
  test: { name, root, include, environment: 'node', testTimeout: 60_000, isolate: false },
})

export default defineConfig({
  test: {
    // Browser tests wait for their browser, job tests for their clock: with as many workers as processors 19 % of the
    // time was idle, with one more 6 % (755 s). Two more took 719 to 734 s, but a race occurred in three of six full
    // runs.
    maxWorkers: availableParallelism() + 1,
    projects: [
      plain('contract', 'packages/contract/src'),
      plain('demo-world', 'packages/demo-world/src'),
      plain('checks', '.', ['scripts/**/*.test.ts', 'testing/**/*.test.ts']),
      plain('mobile', 'apps/mobile/src'),
      plain('bench', 'bench/src'),
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          exclude: isolatedTests,
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          isolate: false,
          setupFiles,
          pool: 'threads',
        },
      },
      {
        test: {
          name: 'server-alone',
          root: 'apps/server',
          include: isolatedTests,
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          setupFiles,
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
          setupFiles,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          // Consecutive files in a process share its browser.
          isolate: false,
        },
      },
    ],
  },
})
