import { defineJob } from '#server/kernel/jobs/jobs.ts'
import { markUnreferencedPictures } from './remove-pictures.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'media.unnamed': Record<string, never>
  }
}

export const mediaJobs = [
  defineJob({ name: 'media.unnamed', cron: '53 2 * * *', timeoutSeconds: 60 * 60, run: markUnreferencedPictures }),
]
