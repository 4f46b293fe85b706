import { spawnSync } from 'node:child_process'

/** One line of what a test has counted and measured that has held. */
export const tellFigures = (test: string, seed: number | null, counts: Record<string, unknown>): void => {
  const commit =
    spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).stdout.trim() ||
    null
  console.log(JSON.stringify({ test, date: new Date().toISOString(), commit, seed, counts, verdict: 'holds' }))
}
