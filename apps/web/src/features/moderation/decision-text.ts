import type { OwnDecision } from '@parvis/contract/moderation.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'
import type { TextKey } from '#web/kernel/text/text-keys.ts'

/** "Your post is hidden", or "Your post was hidden" after a reversal. The title of a warning never changes. */
export const decisionTitle = (
  { decision, kind, days, restoredAt }: Pick<OwnDecision, 'decision' | 'kind' | 'days' | 'restoredAt'>,
  t: Translate,
) => {
  if (decision === 'keep') return t('rules.decision.keep')
  if (decision === 'warn') return t(`rules.decision.warn.${kind}`)
  const tense = restoredAt ? 'was' : 'decision'
  return decision === 'suspend'
    ? t(`rules.${tense}.suspend`, { days: days ?? 1 })
    : t(`rules.${tense}.${decision}.${kind}`)
}

/** Key of the text that tells the person concerned what the reversal of a decision changes. */
export const restoredTextKey = ({ decision, kind }: Pick<OwnDecision, 'decision' | 'kind'>) => {
  if (decision === 'keep') return 'rules.restored.keep'
  if (decision === 'warn') return 'rules.restored.alone'
  if (kind === 'user') return decision === 'hide' ? 'rules.restored' : 'rules.restored.user'
  return decision === 'suspend' ? 'rules.restored.suspend' : 'rules.restored'
}

/** Key of the text that tells the person concerned what a decision changes; null if the decision found no breach. */
export const effectTextKey = ({ decision, kind }: Pick<OwnDecision, 'decision' | 'kind'>): TextKey | null => {
  if (decision === 'keep') return null
  return kind === 'user' && decision !== 'warn' ? `rules.effect.${decision}.user` : `rules.effect.${decision}`
}

/** Whether the id is that of the decision, or of the content or person that the decision is about. */
export const matchesDecision = ({ _id, subjectId }: Pick<OwnDecision, '_id' | 'subjectId'>, id: string): boolean =>
  _id === id || subjectId === id

/** Value of the URL parameter `decision` that stands for the suspension in force. */
export const CURRENT_SUSPENSION = 'suspension'

export const isSuspending = (
  { decision, until, restoredAt }: Pick<OwnDecision, 'decision' | 'until' | 'restoredAt'>,
  now: number,
): boolean => decision === 'suspend' && restoredAt === null && until !== null && Date.parse(until) > now
