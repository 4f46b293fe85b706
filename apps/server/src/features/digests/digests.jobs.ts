import { defineJob } from '#server/kernel/jobs/jobs.ts'
import { startDueDigestDays, type DigestDay, enqueueDigestsOfDay } from './enqueue-digests.service.ts'
import { type DigestJob, sendDigest } from './send-digest.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'digests.mornings': Record<string, never>
    'digests.members': DigestDay
    'digests.send': DigestJob
  }
}

/** The first job runs every 15 minutes, because 8:00 in any time zone falls on a quarter of an hour in UTC. */
export const digestJobs = [
  defineJob({ name: 'digests.mornings', cron: '*/15 * * * *', run: startDueDigestDays }),
  defineJob({ name: 'digests.members', run: (platform, morning) => enqueueDigestsOfDay(platform, morning) }),
  defineJob({ name: 'digests.send', run: sendDigest }),
]
