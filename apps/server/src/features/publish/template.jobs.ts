import { job } from '#server/kernel/jobs/jobs.ts'
import { rewriteEventsOf } from '../feed/template-events.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'template.renamed': { templateId: string }
  }
}

export const templateJobs = [
  job({ name: 'template.renamed', run: ({ db }, { templateId }) => rewriteEventsOf(db, templateId) }),
]
