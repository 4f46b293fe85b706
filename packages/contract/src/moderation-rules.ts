import { isBlank } from './blank.ts'
import type { ValidationError } from './errors.ts'

export const reportedKinds = ['post', 'message', 'deal', 'user'] as const
export type ReportedKind = (typeof reportedKinds)[number]

export const moderationRules = [
  'respect',
  'danger',
  'minors',
  'privacy',
  'illegal',
  'scam',
  'advertising',
  'offtopic',
] as const
export type ModerationRule = (typeof moderationRules)[number]

/**
 * Decisions on reported content. `keep` finds no violation; `hide` hides the content; `warn` leaves it and warns its
 * author; `suspend` hides it and suspends its author for some days; `remove` deletes it when no appeal is possible any
 * more, and for a profile disables the member.
 */
export const moderationDecisions = ['keep', 'hide', 'warn', 'suspend', 'remove'] as const
export type ModerationDecision = (typeof moderationDecisions)[number]

export const suspensionDays = [1, 7, 30] as const

interface DecisionInput {
  decision: ModerationDecision
  rule?: ModerationRule | null
  reason?: string | null
  days?: number | null
}

/** Returns the errors of all fields. `keep` needs neither a rule nor a reason. */
export const findDecisionErrors = ({ decision, rule, reason, days }: DecisionInput): ValidationError[] => {
  if (decision === 'keep') return []
  const errors: ValidationError[] = []
  if (!rule) errors.push({ key: 'rulemandatory', field: 'rule' })
  if (isBlank(reason)) errors.push({ key: 'reasonmandatory', field: 'reason' })
  if (decision === 'suspend' && !(suspensionDays as readonly unknown[]).includes(days))
    errors.push({ key: 'daysmandatory', field: 'days' })
  return errors
}

export const validateDecision = (input: DecisionInput): ValidationError | null => findDecisionErrors(input)[0] ?? null

/** Validates the text of an appeal, or the reason of the decision on it: neither may be blank. */
export const validateStatement = (text: string | null | undefined, field: 'text' | 'reason'): ValidationError | null =>
  isBlank(text) ? { key: 'reasonmandatory', field } : null
