import type { ModerationRule, ReportedKind } from '@parvis/contract/moderation.ts'
import type { Actor } from './actor.ts'
import type { Platform } from './platform.ts'
import type { AfterCommit } from './postgres/after-commit.ts'
import type { Db, Tx } from './postgres/db.ts'
import { trimmed } from './written.ts'

/** A transaction, and what follows it once it is committed. */
export interface Work {
  tx: Tx
  afterCommit: AfterCommit
}

/** A user, in their community. */
export interface MemberName {
  communityId: string
  userId: string
}

/** What was reported: the community that keeps it, and its id. */
export interface SubjectName {
  communityId: string
  subjectId: string
}

/** A member has reported something, which is locked until `tx` ends. */
export interface Report extends SubjectName {
  kind: ReportedKind
  reporter: Actor
  /** Whose it is; null where nobody wrote it. */
  author: MemberName | null
  /** Whom it concerns beside its author, as who a message was written to. */
  others: readonly MemberName[]
  /** As the report itself says. */
  at: Date
  /** What the team judges by, beside the words. */
  pictureIds: readonly string[]
}

/** What a feature does in the transaction of a report: it is there when the report is. */
export type OnReport = (platform: Platform, work: Work, report: Report) => Promise<void>

/**
 * The rule that was broken, and why: as a member reports it to the team, or as the team tells the author of what it takes
 * away. Null where the client named none.
 */
export interface RuleAndReason {
  rule: ModerationRule | null
  reason: string | null
}

export const ruleAndReason = ({ rule, reason }: { rule?: ModerationRule; reason?: string }): RuleAndReason => ({
  rule: rule ?? null,
  reason: trimmed(reason) ?? null,
})

/** The team takes away what nobody need have reported: kept as a report keeps it, and locked until `tx` ends. */
export interface Removal extends Omit<Report, 'reporter' | 'author'>, RuleAndReason {
  remover: Actor
  author: MemberName
}

/** What a feature does in the transaction of a removal: hiding what is removed is up to it. */
export type OnRemoval = (platform: Platform, work: Work, removal: Removal) => Promise<void>

/** A message of a conversation as a report kept it. */
export interface KeptMessage {
  place: number
  userId: string
  text: string | null
  hasPicture: boolean
  reported: boolean
  at: string
}

/** What was reported, as the latest report kept it; nulls where it has been erased since. */
export interface KeptContent {
  title: string | null
  title_en: string | null
  text: string | null
  text_en: string | null
  youtubeVideoId: string | null
  messages: readonly KeptMessage[]
}

/** Why somebody reported it: a rule, or what they wrote, or both. */
export interface KeptReason extends RuleAndReason {
  at: Date
}

export interface KeptReport {
  content: KeptContent
  /** As they were given, the oldest first. */
  reasons: readonly KeptReason[]
}

/**
 * Who sees what was reported: everybody who did; or its author alone, who is told that it is so (`hidden`) once the team
 * has decided it, and not while it waits for them (`held`).
 */
export type Sight = 'shown' | 'held' | 'hidden'

/** How a feature lets the team deal with what was reported of its own. */
export interface Reportable {
  kind: ReportedKind
  /** By the id of what was reported; of several reports the reasons of all since a moment, the words of the latest. */
  read(db: Db | Tx, subjects: readonly (SubjectName & { since: Date })[]): Promise<ReadonlyMap<string, KeptReport>>
  /** Locks it against every other change; false where it has gone. */
  lock(tx: Tx, subject: SubjectName): Promise<boolean>
  /** Takes what is locked out of sight, or shows it again; twice is once. Words that change meanwhile are hidden by case. */
  setSight(platform: Platform, work: Work, subject: SubjectName & { caseId: string }, sight: Sight): Promise<void>
  /** Removes what is hidden for good, and what was kept of it. */
  erase(platform: Platform, subject: SubjectName): Promise<void>
  /** Drops what reports before then kept. */
  forget(db: Db, before: Date): Promise<void>
}

/** Texts that are read as one, joined by an empty line; null where none says anything. */
export const joinTexts = (...texts: (string | null | undefined)[]): string | null =>
  texts
    .map(text => text?.trim())
    .filter(Boolean)
    .join('\n\n') || null
