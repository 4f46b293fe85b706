import {
  type CaseSummary,
  type ModerationCase,
  type MonthCounts,
  type OwnDecision,
  type ReportedContent,
} from '@parvis/contract/moderation.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { RetainedReport } from '#server/kernel/report.ts'
import { presentMedia } from '#server/kernel/picture.ts'
import { type AuthorRow, presentFullAuthor } from '#server/kernel/author.ts'
import { lastAppealDay, canAppeal, caseAbilities, type CaseFacts, stateOfCase } from './moderation.policy.ts'
import type { CaseRow, MonthRow } from './moderation.queries.ts'

const EXCERPT_LENGTH = 200

export const caseFactsOf = (row: CaseRow): CaseFacts => ({
  communityId: row.community_id,
  organizationId: row.organization_id,
  kind: row.kind,
  author: row.author_account_id && row.author_role ? { accountId: row.author_account_id, role: row.author_role } : null,
  decision: row.decision,
  decidedAt: row.decided_at,
  decidedByAccount: row.decided_by_account,
  hiddenAt: row.hidden_at,
  restoredAt: row.restored_at,
  erasedAt: row.erased_at,
  appealedAt: row.appealed_at,
  appealDecidedAt: row.appeal_decided_at,
})

const truncate = (text: string | null | undefined) => {
  const plain = text?.replace(/\s+/g, ' ').trim()
  if (!plain) return null
  return plain.length > EXCERPT_LENGTH ? `${plain.slice(0, EXCERPT_LENGTH - 1).trimEnd()}…` : plain
}

const presentExcerpt = (report: RetainedReport | undefined): CaseSummary['excerpt'] => ({
  text: truncate(report?.content.title ?? report?.content.text),
  lang: { en: { text: truncate(report?.content.title_en ?? report?.content.text_en) } },
})

const presentCommunity = (row: CaseRow) => ({
  _id: row.community_id,
  name: row.community_name,
  customUri: row.custom_uri,
})

const iso = (date: Date | null) => date?.toISOString() ?? null

export const presentCaseSummary = (row: CaseRow, report: RetainedReport | undefined): CaseSummary => ({
  _id: row.id,
  community: presentCommunity(row),
  kind: row.kind,
  state: stateOfCase(caseFactsOf(row)),
  author: row.author && presentFullAuthor(row.author),
  // the list shows no text of private messages, because each view of a message is audited
  excerpt: presentExcerpt(row.kind === 'message' ? undefined : report),
  flagsCount: row.flags_count,
  hidden: row.hidden_at !== null && row.restored_at === null,
  concernsMinor: row.concerns_minor,
  date: (row.appealed_at && !row.appeal_decided_at ? row.appealed_at : row.opened_at).toISOString(),
  decidedAt: iso(row.decided_at),
  decision: row.decision,
})

const presentContent = (
  row: CaseRow,
  report: RetainedReport | undefined,
  messageAuthors: ReadonlyMap<string, AuthorRow>,
): ReportedContent => {
  const content = report?.content
  return {
    title: content?.title ?? null,
    text: content?.text ?? null,
    lang: { en: { title: content?.title_en ?? null, text: content?.text_en ?? null } },
    picture: row.picture && presentMedia(row.picture),
    youtubeVideoId: content?.youtubeVideoId ?? null,
    messages: (content?.messages ?? []).map(({ place, userId, text, hasPicture, reported, at }) => {
      const author = messageAuthors.get(userId)
      return {
        place,
        author: author ? presentFullAuthor(author) : null,
        text,
        hasPicture,
        reported,
        date: new Date(at).toISOString(),
      }
    }),
  }
}

const presentDecision = ({ decision, rule, reason, days, decided_at }: CaseRow) =>
  decision && decided_at ? { decision, rule, reason, days, date: decided_at.toISOString() } : null

const presentAppeal = (row: CaseRow): ModerationCase['appeal'] =>
  row.appealed_at && {
    text: row.appeal_text ?? '',
    date: row.appealed_at.toISOString(),
    outcome: row.appeal_decided_at && {
      overturned: row.appeal_overturned ?? false,
      reason: row.appeal_reason,
      date: row.appeal_decided_at.toISOString(),
    },
  }

export const presentCase = (
  actor: Actor,
  row: CaseRow,
  report: RetainedReport | undefined,
  messageAuthors: ReadonlyMap<string, AuthorRow>,
  hasSecondPerson: boolean,
): ModerationCase => {
  const decision = presentDecision(row)
  return {
    ...presentCaseSummary(row, report),
    subjectId: row.subject_id,
    content: presentContent(row, report, messageAuthors),
    reasons: (report?.reasons ?? []).map(({ rule, reason, at }) => ({
      text: reason ?? '',
      rule,
      date: at.toISOString(),
    })),
    reportedAt: row.opened_at.toISOString(),
    ruling: decision && {
      ...decision,
      by: row.decider && presentFullAuthor(row.decider),
      restoredAt: iso(row.restored_at),
      erased: row.erased_at !== null,
    },
    appeal: presentAppeal(row),
    hasSecondPerson,
    abilities: caseAbilities(actor, caseFactsOf(row)),
  }
}

export const presentOwnDecision = (row: CaseRow, report: RetainedReport | undefined, now: Date): OwnDecision => ({
  ...presentDecision(row)!,
  _id: row.id,
  community: presentCommunity(row),
  kind: row.kind,
  subjectId: row.subject_id,
  excerpt: presentExcerpt(report),
  until:
    row.restored_at || !row.suspended_until || row.suspended_until <= now ? null : row.suspended_until.toISOString(),
  restoredAt: iso(row.restored_at),
  appeal: presentAppeal(row),
  appealUntil: lastAppealDay(row.decided_at!).toISOString(),
  abilities: { appeal: canAppeal(caseFactsOf(row), now) },
})

export const presentMonth = (row: MonthRow): MonthCounts => ({
  month: row.month,
  reports: row.reports,
  cases: row.cases,
  waiting: row.waiting,
  decisions: { keep: row.keep, hide: row.hide, warn: row.warn, suspend: row.suspend, remove: row.remove },
  appeals: row.appeals,
  overturned: row.overturned,
  medianHours: row.median_hours,
})
