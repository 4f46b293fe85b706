import { REMINDER_HOURS } from '@parvis/contract/moderation.ts'
import { job } from '#server/kernel/jobs/jobs.ts'
import { type Mailed, tellAuthorByMail } from './mail-author.service.ts'
import { remindOfOverdue, remindTeam, type Reminder } from './remind.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'moderation.mail': Mailed
    'moderation.overdue': Record<string, never>
    'moderation.remind': Reminder
  }
}

export const moderationJobs = [
  job({ name: 'moderation.mail', run: tellAuthorByMail }),
  job({
    name: 'moderation.overdue',
    cron: '*/10 * * * *',
    run: platform => remindOfOverdue(platform, REMINDER_HOURS),
  }),
  job({ name: 'moderation.remind', run: remindTeam }),
]
