import { defineJob } from '#server/kernel/jobs/jobs.ts'
import { enqueueMorningForecasts, publishMorningForecast } from './morning.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'weather.mornings': Record<string, never>
    /** `day` is YYYY-MM-DD in the community’s local time. */
    'weather.morning': { communityId: string; day: string }
  }
}

/**
 * Time zones are offset from UTC by multiples of 15 minutes, so a run every 15 minutes meets seven o’clock everywhere.
 */
export const weatherJobs = [
  defineJob({ name: 'weather.mornings', cron: '*/15 * * * *', run: enqueueMorningForecasts }),
  defineJob({ name: 'weather.morning', run: publishMorningForecast }),
]
