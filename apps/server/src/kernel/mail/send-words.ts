import type { Platform } from '../platform.ts'
import { htmlOf, mailPictures, type MailWords, textOf } from './mail-body.ts'
import type { MailingList } from './mail.ts'

/** Renders and sends a mail. The message id is derived from the job, so that a mail sent twice appears once. */
export const sendWords = (
  { mailer, site }: Pick<Platform, 'mailer' | 'site'>,
  to: string,
  words: MailWords,
  jobId: string,
  list?: MailingList,
): Promise<void> =>
  mailer.send({
    to,
    subject: words.subject,
    html: htmlOf(words),
    text: textOf(words),
    messageId: `<${jobId}@${new URL(site.origin).hostname}>`,
    pictures: mailPictures(words),
    ...(list && { list }),
  })
