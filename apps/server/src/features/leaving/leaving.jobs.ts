import { defineJob } from '#server/kernel/jobs/jobs.ts'
import type { ExportSubject } from '#server/kernel/data-export.ts'
import { eraseDepartedMember, enqueueDueErasures } from './erase.service.ts'
import { writeExport } from './export.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'leaving.due': Record<string, never>
    'leaving.erase': ExportSubject
    'leaving.export': { exportId: string; accountId: string }
  }
}

export const leavingJobs = [
  defineJob({ name: 'leaving.due', cron: '41 2 * * *', run: enqueueDueErasures }),
  defineJob({ name: 'leaving.erase', run: eraseDepartedMember }),
  defineJob({ name: 'leaving.export', run: writeExport }),
]
