import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { startTestCluster } from '../apps/server/src/testing/cluster.ts'
import { watchStolenTime } from '../apps/server/src/testing/stolen-time.ts'
import { buildShell, buildWeb, SHELL_TEST_SERVER } from './build-web.ts'
import { findChromium, findFullChromium } from './chromium.ts'
import { changedFiles, selectTests } from './select-tests.ts'

// npm test [-- file or name …]: builds the app, starts PostgreSQL with both template databases, and runs the tests.
// npm test -- --changed [commit]: runs only the tests that are selected for the changes since that commit.
const root = join(import.meta.dirname, '..')
/** Selecting the server project also selects the tests that need a process of their own. */
const args = process.argv
  .slice(2)
  .join('\0')
  .replace(/--project[=\0]server(?=\0|$)/g, '--project=server\0--project=server-alone')
  .split('\0')
  .filter(Boolean)
const began = performance.now()
const stolenShare = watchStolenTime()

const selectArgs = (): string[] => {
  const at = args.indexOf('--changed')
  if (at === -1) return args
  const base = args[at + 1]?.startsWith('-') ? undefined : args[at + 1]
  const otherArgs = args.toSpliced(at, base === undefined ? 1 : 2)
  const changed = changedFiles(root, base)
  const { isEverything, files, reasons } = selectTests(root, changed)
  console.log(`${changed.length} files changed; selected:`)
  for (const reason of reasons) console.log(`  ${reason}`)
  if (isEverything) return otherArgs
  console.log(`${files.length} test files.`)
  if (files.length > 0) return [...otherArgs, ...files]
  console.log('0 passed, 0 failed')
  process.exit(0)
}
const vitestArgs = selectArgs()
const testFilters = vitestArgs.filter(one => !one.startsWith('-'))
const projects = args.flatMap((one, at) =>
  args[at - 1] === '--project' ? one : (/^--project=(.+)/.exec(one)?.[1] ?? []),
)
const projectsWithoutApp = ['!e2e', 'contract', 'demo-world', 'web', 'ui']
/** Whether a selected test needs the running app. */
const needsApp =
  (projects.length === 0 || projects.some(one => !projectsWithoutApp.includes(one))) &&
  (testFilters.length === 0 || testFilters.some(one => !/^apps\/web\/|^packages\/|^scripts\//.test(one)))

const chromium = findChromium()
const windowedChromium = findFullChromium(chromium)
// The shell is built before the tests start, because otherwise two workers would each build it.
const needsShell = needsApp && (testFilters.length === 0 || testFilters.some(one => one.includes('phone')))
const build = async () => {
  if (needsApp) await buildWeb()
  // The shell is built after the web app, to use its compiler cache: 13 CPU seconds instead of 42.
  if (needsShell) await buildShell(SHELL_TEST_SERVER)
}
const buildResult = build().catch((error: unknown) => error as Error)
const started: ChildProcess[] = []
let isStopped = false
// A signal does not end this command while it starts: PostgreSQL has its own process group and would keep running.
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    isStopped = true
    for (const one of started) one.kill(signal)
  })
const cluster = await startTestCluster()
const buildError = await buildResult
if (isStopped || buildError instanceof Error) {
  if (buildError instanceof Error) console.error(buildError.message)
  await cluster.stop()
  process.exit(1)
}
const shapes = process.env.SHAPES ?? 'one'
const results = join(root, 'test-results/results.json')
rmSync(results, { force: true })
const reporters = [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
  `--reporter=${join(import.meta.dirname, 'test-times.ts')}`,
]
const vitest = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...vitestArgs],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...cluster.env,
      CHROMIUM_PATH: chromium,
      WINDOWED_CHROMIUM_PATH: windowedChromium,
      SHAPES: shapes,
    },
  },
)
started.push(vitest)
const [status] = (await once(vitest, 'exit')) as [number | null]
const code = status ?? 1
await cluster.stop()

/** CPU seconds of this process and its ended children; null without /proc. */
const cpuSeconds = (): number | null => {
  if (!existsSync('/proc/self/stat')) return null
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ').map(Number)
  const ticks = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100
  return fields.slice(11, 15).reduce((sum, one) => sum + one, 0) / ticks
}
const usedCpuSeconds = cpuSeconds()
console.log(
  [
    `${((performance.now() - began) / 1000).toFixed(0)} s`,
    ...(usedCpuSeconds === null ? [] : [`${usedCpuSeconds.toFixed(0)} processor-seconds`]),
    `load ${loadavg()[0]!.toFixed(1)}`,
    `${(100 * stolenShare()).toFixed(0)} % of the processors' time stolen`,
  ].join(', '),
)
if (existsSync(results)) {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
  }
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`)
}
process.exit(code)
