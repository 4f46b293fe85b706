import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// npm run check: types, format, lint, import rules, table ownership, fixed waits in tests, features of browser tests,
// former names, dead code. All checks run; any failure fails the command.
const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')
const checks: [name: string, args: string[]][] = [
  ...[
    'packages/contract',
    'packages/demo-world',
    'apps/server',
    'apps/web',
    'apps/web/src/worker',
    'apps/mobile',
    'e2e',
    'bench',
    'scripts',
  ].map((project): [string, string[]] => [`types of ${project}`, [join(modules, 'typescript/bin/tsc'), '-p', project]]),
  ['format', [join(modules, 'oxfmt/bin/oxfmt'), '--check']],
  ['lint', [join(modules, 'oxlint/bin/oxlint')]],
  ['import rules', ['scripts/imports.ts']],
  ['table ownership', ['scripts/table-writers.ts']],
  ['sleeps in tests', ['scripts/sleeps.ts']],
  ['features declared by browser tests', ['scripts/journey-features.ts']],
  ['former names', ['scripts/former-names.ts']],
  ['dead code', [join(modules, 'knip/bin/knip.js')]],
]

let failed = 0
for (const [name, [program, ...args]] of checks) {
  const began = performance.now()
  const done = spawnSync(process.execPath, [program!, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  const good = done.status === 0
  if (!good) {
    failed++
    console.log(done.stdout, done.stderr)
  }
  console.log(`${good ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
}
console.log(failed === 0 ? 'All checks passed.' : `${failed} of ${checks.length} checks failed.`)
process.exit(failed === 0 ? 0 : 1)
