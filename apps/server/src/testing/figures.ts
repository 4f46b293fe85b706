import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { findBinaries } from '../kernel/postgres/postgres-folder.ts'
import { watchStolenTime } from './stolen-time.ts'

const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout?.trim() ?? ''

/** The commit that is checked out, with a note where files differ from it; null outside of a checkout. */
const currentCommit = (): string | null => {
  const commit = git('rev-parse', '--short', 'HEAD')
  if (!commit) return null
  return git('status', '--porcelain', '--untracked-files=no') ? `${commit} + changes` : commit
}

/** What figures depend on beside the code: they are comparable only where this is alike. */
export interface Machine {
  date: string
  commit: string | null
  node: string
  /** The release of PostgreSQL that is embedded. */
  postgres: string
  /** Load average of one minute: before the run, which other programs made, and now. */
  load: readonly [number, number]
  /** Share (0 to 1) of the processors' time that the host has given to others since the run began. */
  stolen: number
}

const oneDigit = (value: number) => Number(value.toFixed(1))

/** From now on: on what, and beside what, figures were measured. */
export const watchMachine = (): (() => Machine) => {
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

/** One line of what a test has counted and measured that has held. */
export const tellFigures = (test: string, seed: number | null, counts: Record<string, unknown>): void => {
  console.log(JSON.stringify({ test, ...machine(), seed, counts, verdict: 'holds' }))
}

/** What a command ends with whose figures fall short; one that fails has no figures and ends with 1. */
export const FELL_SHORT = 2

/** The places in a result that hold no figure though one was to be measured. */
const missingFigures = (value: unknown, path: string): string[] => {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`]
  if (value === null || value === undefined) return [`${path} is missing`]
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, part]) => missingFigures(part, `${path}.${name}`))
}

/**
 * Prints one JSON line for each thing that is measured, and knows whether all that was told holds. Throws when a
 * result lacks one of its figures.
 */
export const createReport = (counts: Record<string, number>, seed?: string) => {
  const ofRun = watchMachine()
  let exitCode = 0
  const tell = (bench: string, result: Record<string, unknown>, holdsTrue: boolean): void => {
    const missing = missingFigures(result, bench)
    if (missing.length > 0) throw new Error(missing.join(', '))
    if (!holdsTrue) exitCode = FELL_SHORT
    const verdict = holdsTrue ? 'holds' : 'falls short'
    console.log(JSON.stringify({ bench, ...ofRun(), ...(seed && { seed }), counts, ...result, verdict }))
  }
  return { tell, exitCode: () => exitCode }
}
