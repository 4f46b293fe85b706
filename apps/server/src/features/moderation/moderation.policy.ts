// Who keeps a place in order decides on what is reported there, never on what is their own; an appeal goes to somebody
// else than who decided; nobody suspends or removes who may do more than they.
import { isAtMost } from '@parvis/contract/admin.ts'
import {
  APPEAL_DAYS,
  type CaseState,
  type ModerationCase,
  type ModerationDecision,
  type ReportedKind,
} from '@parvis/contract/moderation.ts'
import { isAdminLike, type Role } from '@parvis/contract/roles.ts'
import { type Actor, moderates, type Place } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'

/** What the rules need to know of a case. */
export interface CaseFacts extends Place {
  kind: ReportedKind
  /** Whose it is; null where nobody wrote it, or they have gone. */
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

export const mustRunModeration = (actor: Actor): void => {
  if (!isAdminLike(actor.role)) fail('forbidden')
}

/** All communities at once are for who runs the installation. */
export const mustReadEverywhere = (actor: Actor, everywhere: boolean | undefined): void => {
  if (everywhere && actor.role !== 'webmaster') fail('forbidden')
}

/** Reports about somebody go to somebody else. */
export const judges = (actor: Actor, { author, ...place }: Pick<CaseFacts, keyof Place | 'author'>): boolean =>
  moderates(actor, place) && author?.accountId !== actor.accountId

export const stateOfCase = ({ decidedAt, appealedAt, appealDecidedAt }: CaseFacts): CaseState => {
  if (!decidedAt) return 'open'
  if (appealDecidedAt) return 'closed'
  return appealedAt ? 'appealed' : 'decided'
}

/** What was decided, and is still so, can be undone until it has been erased. */
const isUndoable = ({ decision, restoredAt, erasedAt }: CaseFacts) =>
  (decision === 'hide' || decision === 'suspend' || decision === 'remove') && !restoredAt && !erasedAt

/** What may be decided on an open case. Who has no author to tell is only hidden, or taken away. */
const decisionsOn = (actor: Actor, { kind, author }: CaseFacts): ModerationDecision[] => {
  const mayKeepOut = author !== null && isAtMost(author.role, actor.role)
  return [
    'keep',
    'hide',
    ...(author ? (['warn'] as const) : []),
    ...(mayKeepOut ? (['suspend'] as const) : []),
    ...(kind !== 'user' || mayKeepOut ? (['remove'] as const) : []),
  ]
}

export const caseAbilities = (actor: Actor, facts: CaseFacts): ModerationCase['abilities'] => {
  const may = judges(actor, facts)
  const state = stateOfCase(facts)
  return {
    decide: may && state === 'open' ? decisionsOn(actor, facts) : [],
    decideOnAppeal: may && state === 'appealed' && facts.decidedByAccount !== actor.accountId,
    // what a second person has upheld is not for the first to undo
    restore:
      may &&
      (state === 'decided' || (state === 'closed' && facts.decidedByAccount !== actor.accountId)) &&
      isUndoable(facts),
  }
}

/** Until which day, that one whole, who it is about may appeal. */
export const appealEnd = (decidedAt: Date): Date => new Date(decidedAt.getTime() + APPEAL_DAYS * DAY_MS)

/** When that day is over, wherever they are. */
const appealDaysMs = (APPEAL_DAYS + 1) * DAY_MS

/** What was decided before this moment can be appealed against no more. */
export const appealableSince = (now: Date): Date => new Date(now.getTime() - appealDaysMs)

/** Once, in time, and against what is still so. */
export const canAppeal = (
  facts: Pick<CaseFacts, 'decision' | 'decidedAt' | 'restoredAt' | 'appealedAt'>,
  now: Date,
): boolean =>
  facts.decidedAt !== null &&
  facts.decision !== 'keep' &&
  facts.restoredAt === null &&
  facts.appealedAt === null &&
  facts.decidedAt > appealableSince(now)
