import type { Platform } from '../platform.ts'
import { type AnyJob, job } from './jobs.ts'

declare module './jobs.ts' {
  interface JobData {
    sweep: Record<string, never>
  }
}

/** Something that a feature forgets, or puts right, with time: run again it goes on where it broke off. */
export type Sweep = (platform: Platform) => Promise<unknown>

const LONGEST_S = 60 * 60

/** Runs all sweeps, one after the other; throws once all have been tried when some failed, so that they are tried again. */
export const runSweeps = async (platform: Platform, sweeps: readonly Sweep[]): Promise<void> => {
  const failures: Error[] = []
  for (const sweep of sweeps)
    try {
      await sweep(platform)
    } catch (error) {
      failures.push(error as Error)
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}

/** Once an hour by one process of all, and at each start: a server that is restarted every hour sweeps all the same. */
export const sweepJob = (sweeps: readonly Sweep[]): AnyJob =>
  job({
    name: 'sweep',
    cron: '11 * * * *',
    collapses: true,
    longestSeconds: LONGEST_S,
    run: platform => runSweeps(platform, sweeps),
  })
