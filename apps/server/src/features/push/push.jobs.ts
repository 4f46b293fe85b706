import { defineJob } from '#server/kernel/jobs/jobs.ts'
import { type PushJob, sendPush } from './send-push.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'push.send': PushJob
  }
}

/** Pending pushes to one device about one subject are merged into one job: a push is composed only when it is sent. */
export const pushJobs = [defineJob({ name: 'push.send', isDeduplicated: true, concurrency: 8, run: sendPush })]
