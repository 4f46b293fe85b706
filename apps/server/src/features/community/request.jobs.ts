import { job } from '#server/kernel/jobs/jobs.ts'
import type { MailWords } from '#server/kernel/mail/mail-body.ts'
import { sendWords } from '#server/kernel/mail/send-words.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { textsIn } from '#server/kernel/texts.ts'
import { findRequest, findWebmasters } from './request.queries.ts'

interface RequestOrder {
  requestId: string
  /** The webmaster to notify. */
  accountId: string
}

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'community.request': RequestOrder
  }
}

const send = async (platform: Platform, { requestId, accountId }: RequestOrder, jobId: string) => {
  const { db, site } = platform
  const asked = await findRequest(db, requestId)
  const webmaster = (await findWebmasters(db)).find(({ id }) => id === accountId)
  // Purged since, or not a webmaster any more.
  if (!asked || !webmaster?.email) return
  const language = webmaster.language ?? 'fr'
  const t = textsIn(language)
  const facts = {
    name: asked.name,
    email: asked.email,
    type: t('mails.request.kind', { type: asked.community_type }),
    town: asked.town ?? t('mails.request.anywhere'),
  }
  const words: MailWords = {
    language,
    subject: t('mails.request.subject', facts),
    preview: t('mails.request.preview', facts),
    title: t('mails.request.title'),
    paragraphs: [
      t('mails.request.text', facts),
      t('mails.request.from', facts),
      ...(asked.message?.split(/\n{2,}/) ?? [t('mails.request.nomessage')]),
    ],
    button: {
      label: t('mails.request.button'),
      href: `mailto:${encodeURIComponent(asked.email).replaceAll('%40', '@')}`,
    },
    foot: [t('mails.request.foot'), site.origin],
  }
  await sendWords(platform, webmaster.email, words, jobId)
}

export const requestJobs = [job({ name: 'community.request', run: send })]
