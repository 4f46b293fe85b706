import type { Platform } from '../platform.ts'
import { renderMailHtml, mailPictures, type MailContent, renderMailText } from './mail-body.ts'
import type { MailingList } from './mail.ts'

/** Renders and sends a mail. Its message id is derived from the job, so that mail programs show a duplicate once. */
export const sendMail = (
  { mailer, site }: Pick<Platform, 'mailer' | 'site'>,
  to: string,
  content: MailContent,
  jobId: string,
  list?: MailingList,
): Promise<void> =>
  mailer.send({
    to,
    subject: content.subject,
    html: renderMailHtml(content),
    text: renderMailText(content),
    messageId: `<${jobId}@${new URL(site.origin).hostname}>`,
    pictures: mailPictures(content),
    ...(list && { list }),
  })
