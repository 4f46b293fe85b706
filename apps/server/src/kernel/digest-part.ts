import type { Language } from '@parvis/contract/language.ts'
import type { Actor } from './actor.ts'
import type { MailSection } from './mail/mail-lists.ts'
import { translatorFor } from './texts.ts'

export interface DigestContext {
  actor: Actor
  language: Language
  communityName: string
  isFrequencyChosen: boolean
  since: Date
  now: Date
  /** An IANA name. */
  timezone: string
  homeUrl: string
}

/** The order of the sections in a digest mail. */
export const digestPlaces = ['personal', 'posts', 'offers', 'upcoming'] as const

export interface DigestPart {
  place: (typeof digestPlaces)[number]
  /** What is new, such as “3 messages”; null if this part alone is no reason to send a digest. */
  summary: string | null
  /** Called only for a digest that is sent. A section without items is omitted. */
  render(): MailSection | Promise<MailSection>
}

export const MAX_LISTED_ITEMS = 5
const MAX_TITLE_LENGTH = 90

/** Cuts a text at a word, and marks the cut with an ellipsis. */
export const shorten = (text: string, maxLength = MAX_TITLE_LENGTH): string => {
  const letters = [...text.trim().replaceAll(/\s+/g, ' ')]
  if (letters.length <= maxLength) return letters.join('')
  const cut = letters
    .slice(0, maxLength)
    .join('')
    .replace(/\s\S{0,30}$/, '')
  return `${[...cut].slice(0, maxLength - 1).join('')}…`
}

/** The link to the items that a section does not list; empty without such items. `isMinimum`: there may be even more. */
export const linkToMore = (
  { language, homeUrl }: DigestContext,
  count: number,
  path: string,
  isMinimum = false,
): Pick<MailSection, 'more'> =>
  count > 0
    ? {
        more: {
          label: translatorFor(language)(isMinimum ? 'digest.more.than' : 'digest.more', { count }),
          href: `${homeUrl}/${path}`,
        },
      }
    : {}
