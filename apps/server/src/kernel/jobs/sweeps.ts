import type { Platform } from '../platform.ts'
import { type AnyJob, defineJob } from './jobs.ts'

declare module './jobs.ts' {
  interface JobData {
    sweep: Record<string, never>
  }
}

export type Sweep = (platform: Platform) => Promise<unknown>

const TIMEOUT_S = 60 * 60

/** Runs all sweeps one after the other; throws at the end if any failed, so that the job is retried. */
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

/** Runs hourly in one process and at each start: a server that restarts often might never reach the hour. */
export const sweepJob = (sweeps: readonly Sweep[]): AnyJob =>
  defineJob({
    name: 'sweep',
    cron: '11 * * * *',
    isDeduplicated: true,
    timeoutSeconds: TIMEOUT_S,
    run: platform => runSweeps(platform, sweeps),
  })
