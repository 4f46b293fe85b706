import { job } from '#server/kernel/jobs/jobs.ts'
import { type PushOrder, sendPush } from './send-push.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'push.send': PushOrder
  }
}

/** Several pending pushes about one subject to one device collapse, because a push is composed when it is sent. */
export const pushJobs = [job({ name: 'push.send', collapses: true, atOnce: 8, run: sendPush })]
