import { job } from '#server/kernel/jobs/jobs.ts'
import { markUnnamedPictures } from './media.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'media.unnamed': Record<string, never>
  }
}

export const mediaJobs = [
  job({ name: 'media.unnamed', cron: '53 2 * * *', longestSeconds: 60 * 60, run: markUnnamedPictures }),
]
