import { REMINDER_HOURS } from '@parvis/contract/moderation.ts'
import { defineJob } from '#server/kernel/jobs/jobs.ts'
import { type ModerationMailJob, mailAuthor } from './mail-author.service.ts'
import { enqueueReminders, remindTeam, type Reminder } from './remind.service.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'moderation.mail': ModerationMailJob
    'moderation.overdue': Record<string, never>
    'moderation.remind': Reminder
  }
}

export const moderationJobs = [
  defineJob({ name: 'moderation.mail', run: mailAuthor }),
  defineJob({
    name: 'moderation.overdue',
    cron: '*/10 * * * *',
    run: platform => enqueueReminders(platform, REMINDER_HOURS),
  }),
  defineJob({ name: 'moderation.remind', run: remindTeam }),
]
