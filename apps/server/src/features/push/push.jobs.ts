import { defineJob } from '#server/kernel/jobs/jobs.ts'
import { type PushJob, sendPush } from './send-push.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'push.send': PushJob
  }
}

/** Several pending pushes about one subject to one device collapse, because a push is composed when it is sent. */
export const pushJobs = [defineJob({ name: 'push.send', isDeduplicated: true, concurrency: 8, run: sendPush })]
