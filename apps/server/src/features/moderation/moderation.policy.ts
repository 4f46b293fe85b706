// Staff decide on reports in their communities, never on their own content. An appeal is decided by somebody other than
// the decider, and nobody suspends or removes a person with more rights.
import { isRoleAtMost } from '@parvis/contract/admin.ts'
import {
  APPEAL_DAYS,
  type CaseState,
  type ModerationCase,
  type ModerationDecision,
  type ReportedKind,
} from '@parvis/contract/moderation.ts'
import { isAdminLike, type Role } from '@parvis/contract/roles.ts'
import { type Actor, canModerate, type CommunityRef } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'

export interface CaseFacts extends CommunityRef {
  kind: ReportedKind
  /** Null if nobody wrote the content or the author is erased. */
  author: { accountId: string; role: Role } | null
  decision: ModerationDecision | null
  decidedAt: Date | null
  decidedByAccount: string | null
  hiddenAt: Date | null
  restoredAt: Date | null
  erasedAt: Date | null
  appealedAt: Date | null
  appealDecidedAt: Date | null
}

export const assertCanModerate = (actor: Actor): void => {
  if (!isAdminLike(actor.role)) fail('forbidden')
}

export const assertCanReadAllCommunities = (actor: Actor, everywhere: boolean | undefined): void => {
  if (everywhere && actor.role !== 'webmaster') fail('forbidden')
}

export const canDecideCase = (
  actor: Actor,
  { author, ...place }: Pick<CaseFacts, keyof CommunityRef | 'author'>,
): boolean => canModerate(actor, place) && author?.accountId !== actor.accountId

export const stateOfCase = ({ decidedAt, appealedAt, appealDecidedAt }: CaseFacts): CaseState => {
  if (!decidedAt) return 'open'
  if (appealDecidedAt) return 'closed'
  return appealedAt ? 'appealed' : 'decided'
}

/** A decision to hide, suspend or remove can be undone once, until the content has been erased. */
const isUndoable = ({ decision, restoredAt, erasedAt }: CaseFacts) =>
  (decision === 'hide' || decision === 'suspend' || decision === 'remove') && !restoredAt && !erasedAt

/** The decisions available on an open case. Without an author, content can only be kept, hidden or removed. */
const availableDecisions = (actor: Actor, { kind, author }: CaseFacts): ModerationDecision[] => {
  const canSanction = author !== null && isRoleAtMost(author.role, actor.role)
  return [
    'keep',
    'hide',
    ...(author ? (['warn'] as const) : []),
    ...(canSanction ? (['suspend'] as const) : []),
    ...(kind !== 'user' || canSanction ? (['remove'] as const) : []),
  ]
}

export const caseAbilities = (actor: Actor, facts: CaseFacts): ModerationCase['abilities'] => {
  const canDecide = canDecideCase(actor, facts)
  const state = stateOfCase(facts)
  return {
    decide: canDecide && state === 'open' ? availableDecisions(actor, facts) : [],
    decideOnAppeal: canDecide && state === 'appealed' && facts.decidedByAccount !== actor.accountId,
    // a decision upheld on appeal cannot be undone by the first decider
    restore:
      canDecide &&
      (state === 'decided' || (state === 'closed' && facts.decidedByAccount !== actor.accountId)) &&
      isUndoable(facts),
  }
}

/** Returns an instant on the last day on which the author may appeal. */
export const lastAppealDay = (decidedAt: Date): Date => new Date(decidedAt.getTime() + APPEAL_DAYS * DAY_MS)

/** One day more than `APPEAL_DAYS`, so that the last day is over in every time zone. */
const appealDaysMs = (APPEAL_DAYS + 1) * DAY_MS

/** Decisions before this instant can no longer be appealed. */
export const earliestAppealableDecision = (now: Date): Date => new Date(now.getTime() - appealDaysMs)

export const canAppeal = (
  facts: Pick<CaseFacts, 'decision' | 'decidedAt' | 'restoredAt' | 'appealedAt'>,
  now: Date,
): boolean =>
  facts.decidedAt !== null &&
  facts.decision !== 'keep' &&
  facts.restoredAt === null &&
  facts.appealedAt === null &&
  facts.decidedAt > earliestAppealableDecision(now)
