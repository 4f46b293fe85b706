import { defineJob, type JobData } from '#server/kernel/jobs/jobs.ts'
import type { MailContent } from '#server/kernel/mail/mail-body.ts'
import { sendMail } from '#server/kernel/mail/send-mail.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import { findRequest, findWebmasters } from './community-request.queries.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'community.request': {
      requestId: string
      /** The webmaster to notify. */
      accountId: string
    }
  }
}

const sendRequestMail = async (
  platform: Platform,
  { requestId, accountId }: JobData['community.request'],
  jobId: string,
) => {
  const { db, site } = platform
  const request = await findRequest(db, requestId)
  const webmaster = (await findWebmasters(db)).find(({ id }) => id === accountId)
  // The request was purged meanwhile, or the recipient is not a webmaster any more.
  if (!request || !webmaster?.email) return
  const language = webmaster.language ?? 'fr'
  const t = translatorFor(language)
  const facts = {
    name: request.name,
    email: request.email,
    type: t('mails.request.kind', { type: request.community_type }),
    town: request.town ?? t('mails.request.anywhere'),
  }
  const mailText: MailContent = {
    language,
    subject: t('mails.request.subject', facts),
    preview: t('mails.request.preview', facts),
    title: t('mails.request.title'),
    paragraphs: [
      t('mails.request.text', facts),
      t('mails.request.from', facts),
      ...(request.message?.split(/\n{2,}/) ?? [t('mails.request.nomessage')]),
    ],
    button: {
      label: t('mails.request.button'),
      href: `mailto:${encodeURIComponent(request.email).replaceAll('%40', '@')}`,
    },
    footer: [t('mails.request.foot'), site.origin],
  }
  await sendMail(platform, webmaster.email, mailText, jobId)
}

export const requestJobs = [defineJob({ name: 'community.request', run: sendRequestMail })]
