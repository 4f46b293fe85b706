import type { Language } from '@parvis/contract/language.ts'
import type { MailWords } from '#server/kernel/mail/mail-body.ts'
import { atTime, dayIn, timeIn } from '#server/kernel/mail/mail-dates.ts'
import type { LinkPurpose } from './session.tables.ts'
import { textsIn } from '#server/kernel/texts.ts'

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
  /** Whose door it is about. */
  community: { name: string; address: string | null; timezone: string }
  /** Another community, where the reader is a member. */
  home?: string
  /** Where its button leads. */
  href: string
  expiresAt?: Date
}

/** "Saturday 13 June, 14:20", in the time of the place. */
const moment = (language: Language, at: Date, timeZone: string) =>
  atTime(language, dayIn(language, at, timeZone), timeIn(language, at, timeZone))

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

/** What a mail of this kind says. */
export const wordsOf = (kind: MailKind, { language, community, home = '', href, expiresAt }: MailFacts): MailWords => {
  const t = textsIn(language)
  const names = { community: community.name, home }
  return {
    language,
    sober: soberKinds.has(kind),
    subject: t(`mails.${kind}.subject`, names),
    preview: t(`mails.${kind}.preview`, names),
    title: t(`mails.${kind}.title`, names),
    paragraphs: [
      t(`mails.${kind}.text`, names),
      // with the last community goes the account
      ...(kind === 'left' && !home ? [t('mails.left.last', names)] : []),
    ],
    button: { label: t(`mails.${kind}.button`, names), href },
    note: expiresAt && t('mails.note', { when: moment(language, expiresAt, community.timezone) }),
    plain: t('mails.plain'),
    foot: [t(`mails.${kind}.foot`, names), [community.name, community.address].filter(Boolean).join(', ')],
  }
}
