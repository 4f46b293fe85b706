import { defineJob } from '#server/kernel/jobs/jobs.ts'
import { reindexTemplateEvents } from '../feed/template-events.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'template.renamed': { templateId: string }
  }
}

export const templateJobs = [
  defineJob({ name: 'template.renamed', run: ({ db }, { templateId }) => reindexTemplateEvents(db, templateId) }),
]
