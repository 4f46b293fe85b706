import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// npm run test:long [-- file or name …]: every test in its long form: batteries at their full size, journeys in every shape, and
// the faults that batteries plant to see whether they would find them.
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PARVIS_LONG: '1', SHAPES: 'all' },
})
process.exit(status ?? 1)
