import { defineJob } from '#server/kernel/jobs/jobs.ts'
import { enqueueDueCommunities, type DigestDay, enqueueDueMembers } from './enqueue-digests.service.ts'
import { type DigestJob, sendDigest } from './send-digest.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'digests.mornings': Record<string, never>
    'digests.members': DigestDay
    'digests.send': DigestJob
  }
}

/** Every 15 minutes, because 8:00 in any time zone falls on a quarter of an hour in UTC. */
export const digestJobs = [
  defineJob({ name: 'digests.mornings', cron: '*/15 * * * *', run: enqueueDueCommunities }),
  defineJob({ name: 'digests.members', run: (platform, morning) => enqueueDueMembers(platform, morning) }),
  defineJob({ name: 'digests.send', run: sendDigest }),
]
