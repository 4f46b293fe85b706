import type { ModerationDecision } from '@parvis/contract/moderation.ts'
import { type Language, writtenDate } from '@parvis/contract/language.ts'
import { htmlOf, mailPictures, type MailWords, textOf } from '#server/kernel/mail/mail-body.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { textsIn } from '#server/kernel/texts.ts'
import type { CaseRow } from './moderation.queries.ts'

/** "13 June", in the time of the place. */
const dayOf = (language: Language, at: Date, timeZone: string) =>
  writtenDate(
    new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { day: 'numeric', month: 'long', timeZone }).format(
      at,
    ),
    language,
  )

export const sendWords = ({ mailer, site }: Platform, to: string, words: MailWords, jobId: string) =>
  mailer.send({
    to,
    subject: words.subject,
    html: htmlOf(words),
    text: textOf(words),
    messageId: `<${jobId}@${new URL(site.origin).hostname}>`,
    pictures: mailPictures(words),
  })

/** What was decided, the rule and the reason, and what can be done against it. */
export const decisionWords = (
  language: Language,
  row: CaseRow & { decision: ModerationDecision },
  { href, appealUntil, dataEmail }: { href: string; appealUntil: Date; dataEmail: string | null },
): MailWords => {
  const t = textsIn(language)
  const what = t(`moderation.what.${row.kind}`)
  const facts = { what, community: row.community_name, days: row.days ?? 0 }
  const decision = row.kind === 'user' && row.decision === 'remove' ? 'out' : row.decision
  return {
    language,
    sober: true,
    subject: t('moderation.decision.subject', facts),
    preview: t('moderation.decision.preview', facts),
    title: t('moderation.decision.title', facts),
    paragraphs: [
      t(`moderation.decision.${decision}`, facts),
      ...(row.rule ? [t('moderation.decision.rule', { rule: t(`moderation.rules.${row.rule}`) })] : []),
      ...(row.reason ? [t('moderation.decision.reason', { reason: row.reason })] : []),
      t('moderation.decision.appeal', { when: dayOf(language, appealUntil, row.timezone) }),
      // who has no way in any more asks for what is theirs by mail
      ...(dataEmail ? [t('moderation.decision.data', { email: dataEmail })] : []),
    ],
    button: { label: t('moderation.decision.button'), href },
    plain: t('mails.plain'),
    foot: [t('moderation.foot', facts), row.community_name],
  }
}

/** What became of it: upheld after an appeal, or undone. */
export const outcomeWords = (language: Language, row: CaseRow, href: string): MailWords => {
  const t = textsIn(language)
  const facts = { what: t(`moderation.what.${row.kind}`), community: row.community_name }
  const outcome = row.restored_at ? 'restored' : 'upheld'
  return {
    language,
    sober: !row.restored_at,
    subject: t(`moderation.${outcome}.subject`, facts),
    preview: t(`moderation.${outcome}.preview`, facts),
    title: t(`moderation.${outcome}.title`, facts),
    paragraphs: [
      t(`moderation.${outcome}.text`, facts),
      ...(row.appeal_reason ? [t('moderation.decision.reason', { reason: row.appeal_reason })] : []),
    ],
    button: { label: t(`moderation.${outcome}.button`), href },
    plain: t('mails.plain'),
    foot: [t('moderation.foot', facts), row.community_name],
  }
}

/** A case waits for the team: what it is about is read there alone. */
export const reminderWords = (language: Language, row: CaseRow, hours: number, href: string): MailWords => {
  const t = textsIn(language)
  const facts = { what: t(`moderation.what.${row.kind}`), community: row.community_name, hours }
  const kind = row.appealed_at ? 'appeal' : 'report'
  return {
    language,
    sober: false,
    subject: t(`moderation.reminder.${kind}`, facts),
    preview: t('moderation.reminder.preview', facts),
    title: t(`moderation.reminder.${kind}`, facts),
    paragraphs: [t('moderation.reminder.text', facts)],
    button: { label: t('moderation.reminder.button'), href },
    plain: t('mails.plain'),
    foot: [t('moderation.reminder.foot', facts), row.community_name],
  }
}
