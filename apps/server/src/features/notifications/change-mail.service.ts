// Moving or cancelling an event that is near is also mailed, in the language of the recipient.
import { displayName } from '@parvis/contract/entity.ts'
import { type Language, textIn } from '@parvis/contract/language.ts'
import type { NotificationKind } from '@parvis/contract/notifications.ts'
import { sql } from 'kysely'
import { job } from '#server/kernel/jobs/jobs.ts'
import type { MailWords } from '#server/kernel/mail/mail-body.ts'
import { sendWords } from '#server/kernel/mail/send-words.ts'
import { agesOf } from '#server/kernel/minors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { textsIn } from '#server/kernel/texts.ts'
import { changeWords } from './change-words.ts'
import { canBeTold } from './notifications.columns.ts'
import { presentNotification } from './notifications.presenter.ts'
import { findNamedNotifications } from './notifications.queries.ts'

interface Reader {
  email: string
  language: Language
  community: string
  custom_uri: string
}

const findMailReader = async (db: Db, userId: string, now: Date): Promise<Reader | undefined> => {
  const { rows } = await sql<Reader>`
    select a.email, coalesce(a.language, c.default_lang) as language, c.name as community, c.custom_uri
    from users u join accounts a on a.id = u.account_id join communities c on c.id = u.community_id
    where u.id = ${userId} and ${canBeTold(now)} and a.email is not null and a.confirmed_at is not null`.execute(db)
  return rows[0]
}

interface ChangeMail {
  userId: string
  kind: NotificationKind
  subjectId: string
}

/** Sends nothing if the notification is gone or the recipient has no address. */
const mailChange = async (platform: Platform, { userId, kind, subjectId }: ChangeMail, jobId: string) => {
  const { db, clock, site } = platform
  const reader = await findMailReader(db, userId, clock.now())
  const [row] = reader ? await findNamedNotifications(db, [{ kind, subjectId, userId }], agesOf(platform)) : []
  if (!reader || !row) return
  const { language, community, custom_uri } = reader
  const t = textsIn(language)
  const told = presentNotification(row)
  const [author] = told.actors
  const who = author ? displayName(author) : community
  const title = (told.event && textIn(language, told.event, 'title')) ?? t('mails.changed.post')
  const said = changeWords(language, row)
  const words: MailWords = {
    language,
    subject: t(`mails.${kind}.subject`, { title }),
    preview: said ?? t(`mails.${kind}.title`),
    title: t(`mails.${kind}.title`),
    paragraphs: [t(`mails.${kind}.text`, { who, title }), ...(said ? [said] : [])],
    // no link to a removed post
    ...(row.event?.channel_ids && {
      button: {
        label: t('mails.changed.button'),
        href: `${site.origin}/${custom_uri}/actualites/publication?id=${subjectId}`,
      },
    }),
    foot: [t('mails.changed.foot', { community })],
    sober: true,
  }
  await sendWords(platform, reader.email, words, jobId)
}

export const changeMailJobs = [job({ name: 'change.mail', run: mailChange })]
