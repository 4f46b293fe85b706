import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { findBinaries } from '../kernel/postgres/postgres-folder.ts'
import { watchStolenTime } from './stolen-time.ts'

const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout?.trim() ?? ''

const currentCommit = (): string | null => {
  const commit = git('rev-parse', '--short', 'HEAD')
  if (!commit) return null
  return git('status', '--porcelain', '--untracked-files=no') ? `${commit} + changes` : commit
}

/** The environment of a measurement; figures are comparable only between similar environments. */
export interface MeasurementEnvironment {
  date: string
  commit: string | null
  node: string
  postgres: string
  /**
   * One-minute load averages: the first is from before the run, caused by other programs, and the second is from now.
   */
  load: readonly [number, number]
  /** Share (0 to 1) of processor time that the hypervisor has given to other guests since the run began. */
  stolen: number
}

const oneDigit = (value: number) => Number(value.toFixed(1))

/** Starts to observe the machine; the returned function returns the environment of the measurement so far. */
export const watchMachine = (): (() => MeasurementEnvironment) => {
  const stolen = watchStolenTime()
  const before = loadavg()[0]!
  return () => ({
    date: new Date().toISOString(),
    commit: currentCommit(),
    node: process.version,
    postgres: findBinaries().version,
    load: [oneDigit(before), oneDigit(loadavg()[0]!)],
    stolen: stolen(),
  })
}

const machine = watchMachine()

/** Prints one JSON line with the counts and measurements of a test that has passed. */
export const reportFigures = (test: string, seed: number | null, counts: Record<string, unknown>): void => {
  console.log(JSON.stringify({ test, ...machine(), seed, counts, verdict: 'holds' }))
}

/** Exit code of a benchmark that misses a threshold. A benchmark that fails prints no figures and exits with 1. */
export const MISSED_THRESHOLD = 2

const missingFigures = (value: unknown, path: string): string[] => {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`]
  if (value === null || value === undefined) return [`${path} is missing`]
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, part]) => missingFigures(part, `${path}.${name}`))
}

/**
 * Returns `report`, which prints one JSON line per measurement and throws when a result lacks a figure, and `exitCode`,
 * which returns 0 or, after a missed threshold, `MISSED_THRESHOLD`.
 */
export const createReport = (counts: Record<string, number>, seed?: string) => {
  const machineOfRun = watchMachine()
  let exitCode = 0
  const report = (bench: string, result: Record<string, unknown>, isWithinThreshold: boolean): void => {
    const missing = missingFigures(result, bench)
    if (missing.length > 0) throw new Error(missing.join(', '))
    if (!isWithinThreshold) exitCode = MISSED_THRESHOLD
    const verdict = isWithinThreshold ? 'holds' : 'falls short'
    console.log(JSON.stringify({ bench, ...machineOfRun(), ...(seed && { seed }), counts, ...result, verdict }))
  }
  return { report, exitCode: () => exitCode }
}
