import { job } from '#server/kernel/jobs/jobs.ts'
import type { OwnKey } from '#server/kernel/own-data.ts'
import { eraseLeaver, eraseWhoIsDue } from './erase.service.ts'
import { writeExport } from './export.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'leaving.due': Record<string, never>
    'leaving.erase': OwnKey
    'leaving.export': { exportId: string; accountId: string }
  }
}

export const leavingJobs = [
  job({ name: 'leaving.due', cron: '41 2 * * *', run: eraseWhoIsDue }),
  job({ name: 'leaving.erase', run: eraseLeaver }),
  job({ name: 'leaving.export', run: writeExport }),
]
