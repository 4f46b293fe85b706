import { defineJob } from '#server/kernel/jobs/jobs.ts'
import { enqueueMornings, publishMorning } from './morning.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'weather.mornings': Record<string, never>
    /** `day` is YYYY-MM-DD in the community’s local time. */
    'weather.morning': { communityId: string; day: string }
  }
}

/**
 * Every time zone is offset from UTC by a multiple of 15 minutes, so this covers seven o’clock everywhere. The queue
 * retries until the forecast is available.
 */
export const weatherJobs = [
  defineJob({ name: 'weather.mornings', cron: '*/15 * * * *', run: enqueueMornings }),
  defineJob({ name: 'weather.morning', run: publishMorning }),
]
