import type { Role } from '@parvis/contract/roles.ts'
import { job } from '#server/kernel/jobs/jobs.ts'
import type { MailWords } from '#server/kernel/mail/mail-body.ts'
import { sendWords } from '#server/kernel/mail/send-words.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { textsIn } from '#server/kernel/texts.ts'
import { findTeamMail } from './admin.queries.ts'

interface TeamOrder {
  /** The webmaster who is notified. */
  accountId: string
  communityId: string
  /** `byId` assigned the role to `userId`. */
  byId: string
  userId: string
  role: Role
  /** Null for an invitation. */
  before: Role | null
}

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'admin.team': TeamOrder
  }
}

const send = async (platform: Platform, order: TeamOrder, jobId: string) => {
  const { db, site } = platform
  const found = await findTeamMail(db, order)
  // They may have left since the job was enqueued.
  if (!found) return
  const { to, language, community, by, name } = found
  const t = textsIn(language)
  const roleOf = (role: Role) => t('mails.team.role', { role })
  const facts = {
    community,
    by,
    name: name ?? t('mails.team.letter'),
    role: roleOf(order.role),
    before: order.before ? roleOf(order.before) : '',
  }
  const words: MailWords = {
    language,
    sober: true,
    subject: t('mails.team.subject', facts),
    preview: t('mails.team.preview', facts),
    title: t('mails.team.title'),
    paragraphs: [t(order.before ? 'mails.team.changed' : 'mails.team.invited', facts), t('mails.team.text')],
    button: { label: t('mails.team.button'), href: `${site.origin}/gestion/journal` },
    foot: [t('mails.team.foot'), site.origin],
  }
  await sendWords(platform, to, words, jobId)
}

export const adminJobs = [job({ name: 'admin.team', run: send })]
