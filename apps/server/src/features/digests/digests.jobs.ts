import { job } from '#server/kernel/jobs/jobs.ts'
import { beginDigests, type Morning, queueMembers } from './mornings.service.ts'
import { type DigestOrder, sendDigest } from './send-digest.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'digests.mornings': Record<string, never>
    'digests.members': Morning
    'digests.send': DigestOrder
  }
}

/**
 * Every 15 minutes, because 8:00 in any time zone falls on a quarter of an hour in UTC. A machine that was off starts
 * later.
 */
export const digestJobs = [
  job({ name: 'digests.mornings', cron: '*/15 * * * *', run: beginDigests }),
  job({ name: 'digests.members', run: (platform, morning) => queueMembers(platform, morning) }),
  job({ name: 'digests.send', run: sendDigest }),
]
