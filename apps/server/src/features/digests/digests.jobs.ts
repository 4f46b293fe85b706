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

/** Eight o'clock anywhere is a quarter of an hour by the clocks of UTC; a machine that was off then begins later. */
export const digestJobs = [
  job({ name: 'digests.mornings', cron: '*/15 * * * *', run: beginDigests }),
  job({ name: 'digests.members', run: (platform, morning) => queueMembers(platform, morning) }),
  job({ name: 'digests.send', run: sendDigest }),
]
