import { job } from '#server/kernel/jobs/jobs.ts'
import { beginMornings, tellMorning } from './morning.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'weather.mornings': Record<string, never>
    /** `day` is YYYY-MM-DD, by the clocks of the community. */
    'weather.morning': { communityId: string; day: string }
  }
}

/**
 * Seven o'clock anywhere is a quarter of an hour by the clocks of UTC. Until the forecast can be had the queue tries
 * again.
 */
export const weatherJobs = [
  job({ name: 'weather.mornings', cron: '*/15 * * * *', run: beginMornings }),
  job({ name: 'weather.morning', run: tellMorning }),
]
