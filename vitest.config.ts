import { defineConfig } from 'vitest/config'
import { webProjects } from './apps/web/vitest.projects.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'demo-world',
          root: 'packages/demo-world',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          retry: 1,
        },
      },
      {
        test: { name: 'checks', root: 'scripts', include: ['**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
      },
      ...webProjects,
      {
        test: {
          name: 'mobile',
          root: 'apps/mobile',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
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
          // what passes only then is named at the end
          retry: 1,
        },
      },
    ],
  },
})
