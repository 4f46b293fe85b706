import type { Language } from '@parvis/contract/language.ts'
import type { MailContent } from '#server/kernel/mail/mail-body.ts'
import { joinDateAndTime, formatWeekdayDate, formatTime } from '#server/kernel/mail/mail-dates.ts'
import type { LinkPurpose } from './entry.tables.ts'
import { translatorFor } from '#server/kernel/texts.ts'

export type MailKind =
  | LinkPurpose
  | 'here'
  | 'elsewhere'
  | 'password'
  | 'guessed'
  | 'key'
  | 'letin'
  | 'refused'
  | 'apple'
  | 'outstayed'
  | 'factoron'
  | 'factoroff'
  | 'factorreset'
  | 'recovery'
  | 'guessedcode'

export interface MailFacts {
  language: Language
  /** The community that the mail is about. */
  community: { name: string; address: string | null; timezone: string }
  /** The name of another community of the recipient. */
  home?: string
  href: string
  expiresAt?: Date
}

/** For example "Saturday 13 June, 14:20", in the time zone of the community. */
const formatMoment = (language: Language, at: Date, timeZone: string) =>
  joinDateAndTime(language, formatWeekdayDate(language, at, timeZone), formatTime(language, at, timeZone))

const soberKinds: ReadonlySet<MailKind> = new Set([
  'refused',
  'guessed',
  'key',
  'left',
  'deleted',
  'proof',
  'outstayed',
  'factoron',
  'factoroff',
  'factorreset',
  'recovery',
  'guessedcode',
] as const)

export const sessionMailText = (
  kind: MailKind,
  { language, community, home = '', href, expiresAt }: MailFacts,
): MailContent => {
  const t = translatorFor(language)
  const names = { community: community.name, home }
  return {
    language,
    sober: soberKinds.has(kind),
    subject: t(`mails.${kind}.subject`, names),
    preview: t(`mails.${kind}.preview`, names),
    title: t(`mails.${kind}.title`, names),
    paragraphs: [
      t(`mails.${kind}.text`, names),
      // The account is deleted with its last membership.
      ...(kind === 'left' && !home ? [t('mails.left.last', names)] : []),
    ],
    button: { label: t(`mails.${kind}.button`, names), href },
    note: expiresAt && t('mails.note', { when: formatMoment(language, expiresAt, community.timezone) }),
    linkHint: t('mails.plain'),
    footer: [t(`mails.${kind}.foot`, names), [community.name, community.address].filter(Boolean).join(', ')],
  }
}
