import { displayName, type Author } from '@parvis/contract/entity.ts'
import { type Language, textIn } from '@parvis/contract/language.ts'
import {
  REMINDER_HOURS,
  type CaseSummary,
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

/** How overdue a pending case is, by the same numbers of hours as the reminders to the team; null if not overdue. */
export const lateness = (reportDate: string, now: number): 'late' | 'verylate' | null => {
  const hours = (now - Date.parse(reportDate)) / HOUR_MS
  const [first, second] = REMINDER_HOURS
  return hours >= second ? 'verylate' : hours >= first ? 'late' : null
}

export const isPending = ({ state }: Pick<CaseSummary, 'state'>): boolean => state === 'open' || state === 'appealed'

export const kindIcons = {
  post: 'newspaper',
  message: 'message-square',
  deal: 'store',
  user: 'user-round',
} as const satisfies Record<ReportedKind, IconName>

export const nameOf = (author: Author | null, t: Translate): string =>
  author ? displayName(author) : t('moderation.nobody')

type CaseSubject = Pick<CaseSummary, 'kind' | 'author' | 'community'>

/** Whether a post is by the community itself, such as a weather post. Such a post has no author. */
export const isOfCommunity = ({ kind, author }: Pick<CaseSummary, 'kind' | 'author'>): boolean =>
  author === null && kind === 'post'

/** Name of the author, or of the community for its own posts. */
export const ownerOf = (subject: CaseSubject, t: Translate): string =>
  isOfCommunity(subject) ? subject.community.name : nameOf(subject.author, t)

/** Text of the toast after a decision. Nobody is notified about a post of the community. */
export const decisionToastText = (
  { kind, author }: Pick<CaseSummary, 'kind' | 'author'>,
  decision: ModerationDecision,
  t: Translate,
): string => {
  if (decision === 'keep') return t('moderation.done.keep')
  if (!author && (decision === 'hide' || decision === 'remove')) return t(`moderation.done.${decision}.alone`)
  const params = { name: nameOf(author, t) }
  return kind === 'user' && decision !== 'suspend'
    ? t(`moderation.done.${decision}.user`, params)
    : t(`moderation.done.${decision}`, params)
}

export const caseTitle = (subject: CaseSubject, t: Translate): string =>
  t('moderation.of', { kind: subject.kind, name: ownerOf(subject, t) })

/** Date of the first report for a pending case, and of the decision for a decided case. */
export const caseDateOf = (moderationCase: Pick<CaseSummary, 'state' | 'date' | 'decidedAt'>): string =>
  isPending(moderationCase) ? moderationCase.date : (moderationCase.decidedAt ?? moderationCase.date)

/** Puts cases that concern minors first and otherwise keeps the order. */
export const sortMinorsFirst = <T extends Pick<CaseSummary, 'concernsMinor'>>(cases: readonly T[]): T[] =>
  cases.toSorted((one, other) => Number(other.concernsMinor) - Number(one.concernsMinor))

type DecisionSummary = Pick<CaseSummary, 'kind'> & { decision: ModerationDecision; days?: number | null }

export const decisionText = ({ kind, decision, days }: DecisionSummary, t: Translate): string =>
  decision === 'suspend' && days
    ? t('moderation.ruled.suspend.days', { days })
    : t(decision === 'remove' && kind === 'user' ? 'moderation.ruled.remove.user' : `moderation.ruled.${decision}`)

/** Whether a decision that had hidden its subject was reversed, so that the subject is visible again. */
export const isReversed = ({ decision, hidden, state }: Pick<CaseSummary, 'decision' | 'hidden' | 'state'>): boolean =>
  state !== 'open' && !hidden && (decision === 'hide' || decision === 'suspend' || decision === 'remove')

export const decisionTone = (decision: ModerationDecision): 'danger' | 'plain' =>
  decision === 'suspend' || decision === 'remove' ? 'danger' : 'plain'

export const excerptIn = (language: Language, { excerpt }: Pick<CaseSummary, 'excerpt'>): string | null =>
  textIn(language, excerpt, 'text')

/** Number of decisions of the month that found a breach. */
export const actedOnCount = ({ decisions }: Pick<MonthCounts, 'decisions'>): number =>
  decisions.hide + decisions.warn + decisions.suspend + decisions.remove

export const isEmptyMonth = ({ reports, cases, appeals }: MonthCounts): boolean => reports + cases + appeals === 0

/** A duration in whole hours if it is shorter than 36 hours, else in days. */
export const durationOf = (hours: number): { unit: 'hours' | 'days'; count: number } =>
  hours < HOURS_IN_DAY * 1.5
    ? { unit: 'hours', count: hours < 1 ? 0 : Math.round(hours) }
    : { unit: 'days', count: Math.round(hours / HOURS_IN_DAY) }

/** The rule that most reports name, the first on a tie; undefined when no report names one. */
export const mostNamedRule = ({ reasons }: Pick<ModerationCase, 'reasons'>): ModerationRule | undefined => {
  const byRule = [...Map.groupBy(reasons, ({ rule }) => rule)].filter(([rule]) => rule !== null)
  return byRule.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? undefined
}
