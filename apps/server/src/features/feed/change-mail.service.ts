// When an event that starts soon is changed or cancelled, members are also notified by mail, in their language.
import { displayName } from '@parvis/contract/entity.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'
import { sql } from 'kysely'
import { defineJob, type JobData } from '#server/kernel/jobs/jobs.ts'
import type { MailContent } from '#server/kernel/mail/mail-body.ts'
import { sendMail } from '#server/kernel/mail/send-mail.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { selectRow } from '#server/kernel/postgres/rows.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import { canBeNotified } from '../notifications/notifications.columns.ts'
import { findNotification } from '../notifications/notifications.service.ts'

interface MailRecipient {
  email: string
  language: Language
  community: string
  custom_uri: string
}

const findMailRecipient = (db: Db, userId: string, now: Date): Promise<MailRecipient | undefined> =>
  selectRow(
    db,
    sql<MailRecipient>`
    select a.email, coalesce(a.language, c.default_lang) as language, c.name as community, c.custom_uri
    from users u join accounts a on a.id = u.account_id join communities c on c.id = u.community_id
    where u.id = ${userId} and ${canBeNotified(now)} and a.email is not null and a.confirmed_at is not null`,
  )

/** Mails one recipient. Sends nothing if the notification was deleted or the recipient has no e-mail address. */
const mailEventChange = async (
  platform: Platform,
  { userId, kind, subjectId }: JobData['change.mail'],
  jobId: string,
) => {
  const { db, clock, site } = platform
  const recipient = await findMailRecipient(db, userId, clock.now())
  const found = recipient && (await findNotification(platform, { kind, subjectKind: 'event', subjectId, userId }))
  if (!recipient || !found) return
  const { language, community, custom_uri } = recipient
  const t = translatorFor(language)
  const { row, view: notification } = found
  const [author] = notification.actors
  const authorName = author ? displayName(author) : community
  const title = (notification.event && textIn(language, notification.event, 'title')) ?? t('mails.changed.post')
  const changeLine = language === 'en' ? notification.lang?.en.text : notification.text
  const text: MailContent = {
    language,
    subject: t(`mails.${kind}.subject`, { title }),
    preview: changeLine ?? t(`mails.${kind}.title`),
    title: t(`mails.${kind}.title`),
    paragraphs: [t(`mails.${kind}.text`, { who: authorName, title }), ...(changeLine ? [changeLine] : [])],
    // the mail has no link to a removed post
    ...(!row.gone && {
      button: {
        label: t('mails.changed.button'),
        href: `${site.origin}/${custom_uri}/actualites/publication?id=${subjectId}`,
      },
    }),
    footer: [t('mails.changed.foot', { community })],
    sober: true,
  }
  await sendMail(platform, recipient.email, text, jobId)
}

export const changeMailJobs = [defineJob({ name: 'change.mail', run: mailEventChange })]
