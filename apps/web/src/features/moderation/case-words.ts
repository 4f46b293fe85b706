import { displayName, type Author } from '@parvis/contract/entity.ts'
import { type Language, textIn } from '@parvis/contract/language.ts'
import {
  REMINDER_HOURS,
  type CaseLine,
  type ModerationCase,
  type ModerationDecision,
  type ModerationRule,
  type MonthCounts,
  type ReportedKind,
} from '@parvis/contract/moderation.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'
import type { IconName } from '#web/ui/icon-names.ts'

const HOUR_MS = 3_600_000
const HOURS_IN_DAY = 24

/** How long a case has waited, as the team is reminded of it. */
export const lateness = (date: string, now: number): 'late' | 'verylate' | null => {
  const hours = (now - Date.parse(date)) / HOUR_MS
  const [first, second] = REMINDER_HOURS
  return hours >= second ? 'verylate' : hours >= first ? 'late' : null
}

export const waits = ({ state }: Pick<CaseLine, 'state'>): boolean => state === 'open' || state === 'appealed'

export const kindIcons = {
  post: 'newspaper',
  message: 'message-square',
  deal: 'store',
  user: 'user-round',
} as const satisfies Record<ReportedKind, IconName>

export const nameOf = (author: Author | null, t: Translate): string =>
  author ? displayName(author) : t('moderation.nobody')

type Owned = Pick<CaseLine, 'kind' | 'author' | 'community'>

/** What it publishes by itself, as the weather, is the community's. */
export const isOfCommunity = ({ kind, author }: Pick<CaseLine, 'kind' | 'author'>): boolean =>
  author === null && kind === 'post'

/** Whose it is: a member's, or the community's own. */
export const ownerOf = (one: Owned, t: Translate): string =>
  isOfCommunity(one) ? one.community.name : nameOf(one.author, t)

/** That it has been decided, and who is told of it: of what the community has published by itself nobody is. */
export const doneWords = (
  { kind, author }: Pick<CaseLine, 'kind' | 'author'>,
  decision: ModerationDecision,
  t: Translate,
): string => {
  if (decision === 'keep') return t('moderation.done.keep')
  if (!author && (decision === 'hide' || decision === 'remove')) return t(`moderation.done.${decision}.alone`)
  const named = { name: nameOf(author, t) }
  return kind === 'user' && decision !== 'suspend'
    ? t(`moderation.done.${decision}.user`, named)
    : t(`moderation.done.${decision}`, named)
}

/** "Post by Mehdi B." */
export const caseTitle = (one: Owned, t: Translate): string =>
  t('moderation.of', { kind: one.kind, name: ownerOf(one, t) })

/** Since when it waits; of what waits no more, when it was decided. */
export const dateOf = (one: Pick<CaseLine, 'state' | 'date' | 'decidedAt'>): string =>
  waits(one) ? one.date : (one.decidedAt ?? one.date)

/** What concerns minors comes first; else the order stays. */
export const minorsFirst = <T extends Pick<CaseLine, 'concernsMinor'>>(cases: readonly T[]): T[] =>
  cases.toSorted((one, other) => Number(other.concernsMinor) - Number(one.concernsMinor))

type Ruled = Pick<CaseLine, 'kind'> & { decision: ModerationDecision; days?: number | null }

/** "Hidden", "Suspended for 7 days". */
export const ruledWords = ({ kind, decision, days }: Ruled, t: Translate): string =>
  decision === 'suspend' && days
    ? t('moderation.ruled.suspend.days', { days })
    : t(decision === 'remove' && kind === 'user' ? 'moderation.ruled.remove.user' : `moderation.ruled.${decision}`)

/** Whether a decision that took something out of sight has been undone: it can be seen again. */
export const isUndone = ({ decision, hidden, state }: Pick<CaseLine, 'decision' | 'hidden' | 'state'>): boolean =>
  state !== 'open' && !hidden && (decision === 'hide' || decision === 'suspend' || decision === 'remove')

export const ruledTone = (decision: ModerationDecision): 'danger' | 'plain' =>
  decision === 'suspend' || decision === 'remove' ? 'danger' : 'plain'

export const excerptIn = (language: Language, { excerpt }: Pick<CaseLine, 'excerpt'>): string | null =>
  textIn(language, excerpt, 'text')

/** Of a month's decisions those that found a breach. */
export const actedOn = ({ decisions }: Pick<MonthCounts, 'decisions'>): number =>
  decisions.hide + decisions.warn + decisions.suspend + decisions.remove

export const isQuiet = ({ reports, cases, appeals }: MonthCounts): boolean => reports + cases + appeals === 0

/** A length of time in whole hours, from a day and a half on in days. */
export const inHours = (hours: number): { unit: 'hours' | 'days'; count: number } =>
  hours < HOURS_IN_DAY * 1.5
    ? { unit: 'hours', count: hours < 1 ? 0 : Math.round(hours) }
    : { unit: 'days', count: Math.round(hours / HOURS_IN_DAY) }

/** The rule that most of the reports name, of several the one that was named first; undefined where none names one. */
export const mostNamedRule = ({ reasons }: Pick<ModerationCase, 'reasons'>): ModerationRule | undefined => {
  const named = [...Map.groupBy(reasons, ({ rule }) => rule)].filter(([rule]) => rule !== null)
  return named.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? undefined
}
