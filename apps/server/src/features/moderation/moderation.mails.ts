import type { ModerationDecision } from '@parvis/contract/moderation.ts'
import type { Language } from '@parvis/contract/language.ts'
import type { MailContent } from '#server/kernel/mail/mail-body.ts'
import { formatDate } from '#server/kernel/mail/mail-dates.ts'
import type { RetainedContent } from '#server/kernel/report.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import type { CaseRow } from './moderation.queries.ts'

const MAX_TITLE_LENGTH = 60

const shorten = (title: string) => {
  const letters = [...title]
  return letters.length > MAX_TITLE_LENGTH
    ? `${letters
        .slice(0, MAX_TITLE_LENGTH - 1)
        .join('')
        .trimEnd()}…`
    : title
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Title and text of the content as stored with its latest report. The mail names the content by its title, else its
 * text.
 */
export type ContentTitles = Pick<RetainedContent, 'title' | 'title_en' | 'text' | 'text_en'>

const titleInLanguage = (language: Language, { title, title_en, text, text_en }: ContentTitles) => {
  const [own, other] = language === 'en' ? [title_en ?? text_en, title ?? text] : [title ?? text, title_en ?? text_en]
  return (own ?? other)?.trim().replaceAll(/\s+/g, ' ')
}

const placeholderValues = (language: Language, row: CaseRow, titles: ContentTitles | null) => {
  const t = translatorFor(language)
  const what = t(`moderation.what.${row.kind}`)
  const title = titles && titleInLanguage(language, titles)
  const isTitled = row.kind === 'post' || row.kind === 'deal'
  return {
    kind: row.kind,
    what: isTitled && title ? t('moderation.what.titled', { what, title: shorten(title) }) : what,
    community: row.community_name,
    days: row.days ?? 0,
  }
}

export const decisionText = (
  language: Language,
  row: CaseRow & { decision: Exclude<ModerationDecision, 'keep'> },
  {
    titles,
    href,
    appealUntil,
    dataEmail,
  }: { titles: ContentTitles | null; href: string; appealUntil: Date; dataEmail: string | null },
): MailContent => {
  const t = translatorFor(language)
  const facts = placeholderValues(language, row, titles)
  const decision = row.kind === 'user' && row.decision === 'remove' ? 'out' : row.decision
  const subject = capitalize(t(`moderation.decision.subject.${decision}`, facts))
  return {
    language,
    sober: true,
    subject,
    preview: t('moderation.decision.preview', facts),
    title: subject,
    paragraphs: [
      t(`moderation.decision.${row.kind === 'user' && decision === 'hide' ? 'hide.user' : decision}`, facts),
      ...(row.rule ? [t('moderation.decision.rule', { rule: t(`moderation.rules.${row.rule}`) })] : []),
      ...(row.reason ? [t('moderation.decision.reason', { reason: row.reason })] : []),
      t('moderation.decision.appeal', { when: formatDate(language, appealUntil, row.timezone) }),
      // a removed member cannot log in any more and requests their data by mail
      ...(dataEmail ? [t('moderation.decision.data', { email: dataEmail })] : []),
    ],
    button: { label: t('moderation.decision.button'), href },
    linkHint: t('mails.plain'),
    footer: [t('moderation.foot', facts), row.community_name],
  }
}

/** Returns the mail about the outcome: upheld on appeal, undone, or visible again because no breach was found. */
export const outcomeText = (
  language: Language,
  row: CaseRow,
  titles: ContentTitles | null,
  href: string,
): MailContent => {
  const t = translatorFor(language)
  const facts = placeholderValues(language, row, titles)
  const outcome = row.decision === 'keep' ? 'kept' : row.restored_at ? 'restored' : 'upheld'
  return {
    language,
    sober: !row.restored_at,
    subject: capitalize(t(`moderation.${outcome}.subject`, facts)),
    preview: t(`moderation.${outcome}.preview`, facts),
    title: t(`moderation.${outcome}.title`, facts),
    paragraphs: [
      t(`moderation.${outcome}.text`, facts),
      ...(row.appeal_reason ? [t('moderation.decision.reason', { reason: row.appeal_reason })] : []),
    ],
    button: { label: t(`moderation.${outcome}.button`), href },
    linkHint: t('mails.plain'),
    footer: [t('moderation.foot', facts), row.community_name],
  }
}

/** Returns the mail that reminds the team of a case pending for `hours`. The content is shown only in the app. */
export const reminderText = (language: Language, row: CaseRow, hours: number, href: string): MailContent => {
  const t = translatorFor(language)
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
    linkHint: t('mails.plain'),
    footer: [t('moderation.reminder.foot', facts), row.community_name],
  }
}
