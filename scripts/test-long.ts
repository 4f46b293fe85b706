import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// npm run test:long [-- file or name …]: runs every test in its long form: repeated tests with all their iterations,
// browser tests at every screen size, and the seeded faults that check the tests themselves.
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PARVIS_LONG: '1', SHAPES: 'all' },
})
process.exit(status ?? 1)
