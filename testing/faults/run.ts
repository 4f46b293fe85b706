import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { selectTests } from '../../scripts/select-tests.ts'
import { readCatalogue } from './catalogue.ts'
import { type Fault, applyFault } from './fault.ts'
import type { CaughtBy } from './stop-at-assertion.ts'

// npm run test:faults [-- name …]: applies one fault of the catalogue at a time in a copy of this tree (as committed)
// and runs "npm test -- --changed" there. Without names it continues with faults that have no result yet; with names,
// or their beginnings, it tries those again. Results are in results.json.
const root = join(import.meta.dirname, '../..')
const resultsFile = join(import.meta.dirname, 'results.json')

interface Result {
  /** The commit that was tested. */
  commit: string
  seconds: number
  /** The assertion that failed; null if no assertion failed. */
  caught: CaughtBy | null
}
const readResults = () =>
  existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Record<string, Result>) : {}

const runOrThrow = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

const commit = runOrThrow('git', 'rev-parse', '--short', 'HEAD')
const copy = mkdtempSync(join(tmpdir(), 'parvis-faults-'))
/** Time limit of a test run, so that a hanging browser does not block the other faults. */
const MAX_MINUTES = 20
/** Time for a run to stop its servers, PostgreSQL included, on a busy machine. */
const STOP_TIMEOUT_MS = 60_000
let running: ReturnType<typeof spawn> | undefined
const removeCopy = () => rmSync(copy, { recursive: true, force: true })

/** Stops the test run, then kills the remaining processes of its group. */
const stopRun = async () => {
  const run = running
  if (!run?.pid || run.exitCode !== null || run.signalCode !== null) return
  const ended = once(run, 'exit')
  run.kill('SIGTERM')
  await Promise.race([ended, wait(STOP_TIMEOUT_MS)])
  try {
    process.kill(-run.pid, 'SIGKILL')
  } catch {
    // The whole process group has already ended.
  }
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void stopRun().finally(() => (removeCopy(), process.exit(1))))

const prepareCopy = () => {
  runOrThrow('git', 'clone', '--quiet', root, copy)
  // Created for the result file, because tests create this folder only at the end of their first run.
  mkdirSync(join(copy, 'test-results'))
  // Packages are hard-linked, so that their imports resolve within the copy. The build can be linked, as its sources
  // are equal.
  const linkedPaths = [
    'node_modules',
    'apps/web/dist',
    ...runOrThrow('git', 'ls-files', '--others', '--directory', '--', '*/node_modules/').split('\n'),
  ]
  for (const path of linkedPaths.filter(one => one && existsSync(join(root, one))))
    runOrThrow('cp', '-al', join(root, path), join(copy, path))
}

/** Runs these tests until the first assertion fails, and returns that assertion; null if none fails. */
const runTests = async (...testArgs: string[]): Promise<CaughtBy | null> => {
  const caught = join(copy, 'test-results/caught.json')
  rmSync(caught, { force: true })
  const reporterPath = join(copy, 'testing/faults/stop-at-assertion.ts')
  running = spawn(process.execPath, ['scripts/test.ts', ...testArgs, `--reporter=${reporterPath}`], {
    cwd: copy,
    detached: true,
    stdio: process.env.FAULT_OUTPUT ? 'inherit' : 'ignore',
    env: { ...process.env, FAULT_CATCH: caught, SHAPES: 'one' },
  })
  const timeout = setTimeout(() => {
    console.log(`stopped after ${MAX_MINUTES} minutes: ${testArgs.join(' ')}`)
    void stopRun()
  }, MAX_MINUTES * 60_000)
  await once(running, 'exit')
  clearTimeout(timeout)
  return existsSync(caught) ? (JSON.parse(readFileSync(caught, 'utf8')) as CaughtBy) : null
}

/** Returns the tests of `heldBy`, otherwise those of the fault's feature or folder. */
const nearestTests = ({ name, file, heldBy }: Fault): string => {
  if (file.startsWith('packages/contract/')) return '--project=contract'
  if (!heldBy) return /^apps\/(?:server|web)\/src\/features\/[^/]+\//.exec(file)?.[0] ?? `${dirname(file)}/`
  const { isEverything, files } = selectTests(copy, [file])
  if (!isEverything && !files.some(one => one.startsWith(heldBy)))
    throw new Error(`${name}: "npm test -- --changed" runs no test of ${heldBy} when ${file} has changed`)
  return heldBy
}

/** The other tests that `npm test -- --changed` selects: browser tests last, as they need a new build. */
const OTHER_TESTS = [
  ['--changed', 'HEAD', '--project=!e2e'],
  ['--changed', 'HEAD', '--project=e2e'],
]

const tryFault = async (fault: Fault, steps: readonly string[][]): Promise<Result> => {
  const began = performance.now()
  const path = join(copy, fault.file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, applyFault(before, fault))
  try {
    let caught: CaughtBy | null = null
    for (const step of steps) caught ??= await runTests(...step)
    return { commit, seconds: Math.round((performance.now() - began) / 1000), caught }
  } finally {
    writeFileSync(path, before)
  }
}

const nameFilters = process.argv.slice(2)
const results = readResults()
const catalogue = await readCatalogue()
const faultsToTry = catalogue.filter(({ name }) =>
  nameFilters.length > 0 ? nameFilters.some(one => name.startsWith(one)) : !(name in results),
)
const recordResult = (fault: Fault, result: Result) => {
  // Results are in the order of the catalogue, without those of removed faults.
  results[fault.name] = result
  const ordered = catalogue.flatMap(({ name }) => (results[name] ? [[name, results[name]]] : []))
  writeFileSync(resultsFile, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`)
  console.log(
    `${result.caught ? 'caught' : 'MISSED'} ${fault.name} (${result.seconds} s) ${result.caught?.test ?? fault.breaks}`,
  )
}

prepareCopy()
try {
  // Nearly all faults are caught by the nearest tests within seconds; the rest need minutes each.
  const missed: { fault: Fault; seconds: number }[] = []
  for (const fault of faultsToTry) {
    const result = await tryFault(fault, [[nearestTests(fault)]])
    if (result.caught) recordResult(fault, result)
    else {
      missed.push({ fault, seconds: result.seconds })
      console.log(`not caught by the nearest tests: ${fault.name} (${result.seconds} s)`)
    }
  }
  for (const { fault, seconds } of missed) {
    const result = await tryFault(fault, OTHER_TESTS)
    recordResult(fault, { ...result, seconds: seconds + result.seconds })
  }
} finally {
  removeCopy()
}
const tried = catalogue.flatMap(({ name }) => results[name] ?? [])
const caught = tried.filter(one => one.caught).length
console.log(`${caught} of ${tried.length} caught, ${catalogue.length - tried.length} not tried yet.`)
