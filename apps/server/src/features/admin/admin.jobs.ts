import type { Role } from '@parvis/contract/roles.ts'
import { defineJob, type JobData } from '#server/kernel/jobs/jobs.ts'
import type { MailContent } from '#server/kernel/mail/mail-body.ts'
import { sendMail } from '#server/kernel/mail/send-mail.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import { findTeamMailData } from './admin.queries.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'admin.team': {
      /** The webmaster to whom the mail is sent. */
      accountId: string
      communityId: string
      byId: string
      userId: string
      role: Role
      /** The role before the change; null for an invitation. */
      before: Role | null
    }
  }
}

const sendTeamMail = async (platform: Platform, data: JobData['admin.team'], jobId: string) => {
  const { db, site } = platform
  const found = await findTeamMailData(db, data)
  // The recipient or one of the two members may have left since the job was enqueued.
  if (!found) return
  const { to, language, community, by, name } = found
  const t = translatorFor(language)
  const roleOf = (role: Role) => t('mails.team.role', { role })
  const facts = {
    community,
    by,
    name: name ?? t('mails.team.letter'),
    role: roleOf(data.role),
    before: data.before ? roleOf(data.before) : '',
  }
  const content: MailContent = {
    language,
    sober: true,
    subject: t('mails.team.subject', facts),
    preview: t('mails.team.preview', facts),
    title: t('mails.team.title'),
    paragraphs: [t(data.before ? 'mails.team.changed' : 'mails.team.invited', facts), t('mails.team.text')],
    button: { label: t('mails.team.button'), href: `${site.origin}/gestion/journal` },
    footer: [t('mails.team.foot'), site.origin],
  }
  await sendMail(platform, to, content, jobId)
}

export const adminJobs = [defineJob({ name: 'admin.team', run: sendTeamMail })]
