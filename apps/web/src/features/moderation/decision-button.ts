import type { CaseSummary, ModerationDecision } from '@parvis/contract/moderation.ts'
import type { IconName } from '#web/ui/icon-names.ts'

const icons = {
  keep: 'check',
  hide: 'eye-off',
  warn: 'triangle-alert',
  suspend: 'ban',
  remove: 'trash',
} as const satisfies Record<ModerationDecision, IconName>

/** Tone and icon of a decision button: red for suspensions and removals. */
export const decisionButton = (
  decision: ModerationDecision,
  kind: CaseSummary['kind'],
): { kind: 'danger' | 'primary'; icon: IconName } => ({
  kind: decision === 'suspend' || decision === 'remove' ? 'danger' : 'primary',
  icon: decision === 'remove' && kind === 'user' ? 'user-x' : icons[decision],
})
