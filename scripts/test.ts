import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startTestCluster } from '../apps/server/src/testing/cluster.ts'
import { findWindowedChromium, findChromium } from './chromium.ts'
import { buildWeb } from './build-web.ts'

// npm test [file or name …]: builds the app, starts a PostgreSQL with both template databases, runs every test over
// them.
const root = join(import.meta.dirname, '..')
const chromium = findChromium()
const windowed = findWindowedChromium(chromium)
buildWeb()
const cluster = await startTestCluster()
const given = process.argv.slice(2)
// who names files wants them whole
const shapes = process.env.SHAPES ?? (given.some(one => !one.startsWith('-')) ? 'all' : 'one')
const results = join(root, 'test-results/results.json')
rmSync(results, { force: true })
const reporters = [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
  `--reporter=${join(import.meta.dirname, 'test-times.ts')}`,
]
const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...given], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    ...cluster.env,
    CHROMIUM_PATH: chromium,
    WINDOWED_CHROMIUM_PATH: windowed,
    SHAPES: shapes,
  },
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => vitest.kill(signal))
const code = await new Promise<number>(done => vitest.once('exit', status => done(status ?? 1)))
await cluster.stop()
if (existsSync(results)) {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
  }
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`)
}
process.exit(code)
