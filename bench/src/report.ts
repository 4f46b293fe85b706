import { spawnSync } from 'node:child_process'

export const rounded = (value: number): number => Number(value.toFixed(3))

/** Prints one JSON line for each thing that is measured, and keeps the names of those that fall short. */
export const createReport = (counts: Record<string, number>) => {
  const commit =
    spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).stdout.trim() ||
    null
  const failed: string[] = []
  const tell = (bench: string, result: Record<string, unknown>, holdsTrue: boolean): void => {
    if (!holdsTrue) failed.push(bench)
    console.log(
      JSON.stringify({
        bench,
        date: new Date().toISOString(),
        commit,
        seed: 'md5 of row numbers',
        counts,
        ...result,
        verdict: holdsTrue ? 'holds' : 'falls short',
      }),
    )
  }
  return { tell, failed }
}
