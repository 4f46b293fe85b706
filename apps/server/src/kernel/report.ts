import type { ModerationRule, ReportedKind } from '@parvis/contract/moderation.ts'
import { FLAGS_PER_DAY } from '@parvis/contract/feed.ts'
import type { Actor } from './actor.ts'
import { audit, auditActor } from './audit.ts'
import { DAY_MS, recordAttempts } from './limits/rate-limit.ts'
import type { Platform } from './platform.ts'
import type { AfterCommit } from './postgres/after-commit.ts'
import type { Db, Tx } from './postgres/db.ts'
import { hasReportedSince } from './postgres/reports.ts'
import { trimmed } from './text-input.ts'

export interface TransactionContext {
  tx: Tx
  afterCommit: AfterCommit
}

export interface MemberKey {
  communityId: string
  userId: string
}

export interface SubjectKey {
  communityId: string
  subjectId: string
}

/** A report by a member. The reported subject is locked until `tx` ends. */
export interface Report extends SubjectKey {
  kind: ReportedKind
  reporter: Actor
  author: MemberKey | null
  otherParticipants: readonly MemberKey[]
  at: Date
  pictureIds: readonly string[]
}

export type OnReport = (platform: Platform, context: TransactionContext, report: Report) => Promise<void>

/**
 * Counts a report against the day limit that all kinds of content share, stores it with `storeSnapshot`, audits it, and
 * hands it to the features that handle reports. Ignores a second report of the same subject by the same member within
 * a day. Throws `toomanyrequests`.
 */
export const fileReport = async (
  platform: Platform,
  context: TransactionContext,
  report: Report,
  reports: { table: string; subjectColumn: string },
  storeSnapshot: () => Promise<unknown>,
): Promise<void> => {
  const { kind, communityId, subjectId, reporter, at } = report
  const flag = { communityId, subjectId, reporterId: reporter.userId }
  if (await hasReportedSince(context.tx, reports, flag, new Date(at.getTime() - DAY_MS))) return
  await recordAttempts(context.tx, [{ bucket: `flag ${reporter.userId}`, max: FLAGS_PER_DAY, windowMs: DAY_MS }])
  await storeSnapshot()
  await audit(context.tx, { act: `${kind}.flagged`, ...auditActor(reporter), communityId, subjectId })
  for (const feature of platform.features) await feature.onReport?.(platform, context, report)
}

export interface RuleAndReason {
  rule: ModerationRule | null
  reason: string | null
}

/** Why and when a snapshot of reported or removed content is stored. */
export interface SnapshotCause extends RuleAndReason {
  /** Null if the team acted without a report. */
  reporterId: string | null
  at: Date
}

export const toRuleAndReason = ({ rule, reason }: { rule?: ModerationRule; reason?: string }): RuleAndReason => ({
  rule: rule ?? null,
  reason: trimmed(reason) ?? null,
})

/** A removal by the team, with or without a report. The content is retained; the subject is locked until `tx` ends. */
export interface Removal extends Omit<Report, 'reporter' | 'author'>, RuleAndReason {
  remover: Actor
  author: MemberKey
}

export type OnRemoval = (platform: Platform, context: TransactionContext, removal: Removal) => Promise<void>

/** Hands a removal to the features that handle removals. Throws `overruled` if it repeats one undone by an appeal. */
export const recordRemoval = async (
  platform: Platform,
  context: TransactionContext,
  removal: Removal,
): Promise<void> => {
  for (const feature of platform.features) await feature.onRemoval?.(platform, context, removal)
}

export interface RetainedMessage {
  place: number
  userId: string
  text: string | null
  hasPicture: boolean
  reported: boolean
  at: string
}

export interface RetainedContent {
  title: string | null
  title_en: string | null
  text: string | null
  text_en: string | null
  youtubeVideoId: string | null
  messages: readonly RetainedMessage[]
}

export interface RetainedReason extends RuleAndReason {
  at: Date
}

export interface RetainedReport {
  content: RetainedContent
  reasons: readonly RetainedReason[]
}

/** Others see only `visible` content. Authors see all of theirs, and are informed of `hidden`, not of `pending`. */
export type Visibility = 'visible' | 'pending' | 'hidden'

export interface Reportable {
  kind: ReportedKind
  /** Returns, by subject id, the reasons of all reports after `since` and the content of the latest report. */
  readReports(
    db: Db | Tx,
    subjects: readonly (SubjectKey & { since: Date })[],
  ): Promise<ReadonlyMap<string, RetainedReport>>
  /** Locks the subject against all other changes; false when the subject no longer exists. */
  lockSubject(tx: Tx, subject: SubjectKey): Promise<boolean>
  /**
   * Hides the locked subject or shows it again; idempotent. The texts of a hidden profile are stored for each case,
   * also texts that are entered later and hidden again by the same case.
   */
  setVisibility(
    platform: Platform,
    context: TransactionContext,
    subject: SubjectKey & { caseId: string },
    visibility: Visibility,
  ): Promise<void>
  erase(platform: Platform, subject: SubjectKey): Promise<void>
  purgeOldReports(db: Db, before: Date): Promise<void>
}

export const joinTexts = (...texts: (string | null | undefined)[]): string | null =>
  texts
    .map(text => text?.trim())
    .filter(Boolean)
    .join('\n\n') || null
