import { job } from '#server/kernel/jobs/jobs.ts'
import { type PushOrder, sendPush } from './send-push.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'push.send': PushOrder
  }
}

/** Of several about one thing that wait for one browser one is enough: it says what is true when it goes. */
export const pushJobs = [job({ name: 'push.send', collapses: true, atOnce: 8, run: sendPush })]
