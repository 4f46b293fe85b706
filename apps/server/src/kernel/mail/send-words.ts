import type { Platform } from '../platform.ts'
import { htmlOf, mailPictures, type MailWords, textOf } from './mail-body.ts'
import type { MailingList } from './mail.ts'

/** Sends a mail of these words; under the name of its job, so that one that goes twice is one to its reader. */
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
