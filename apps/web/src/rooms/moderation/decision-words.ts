import type { OwnDecision } from '@parvis/contract/moderation.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'
import type { TextKey } from '#web/kernel/text/text-keys.ts'

/** "Your post is hidden". */
export const decisionTitle = (
  { decision, kind, days }: Pick<OwnDecision, 'decision' | 'kind' | 'days'>,
  t: Translate,
) =>
  decision === 'keep'
    ? t('rules.decision.keep')
    : decision === 'suspend'
      ? t('rules.decision.suspend', { days: days ?? 1 })
      : t(`rules.decision.${decision}.${kind}`)

/** What follows from it for the person; of a finding of no breach nothing does. */
export const effectOf = ({ decision, kind }: Pick<OwnDecision, 'decision' | 'kind'>): TextKey | null => {
  if (decision === 'keep') return null
  if (kind === 'user' && decision === 'hide') return 'rules.effect.hide.user'
  if (kind === 'user' && decision === 'remove') return 'rules.effect.remove.user'
  if (kind === 'user' && decision === 'suspend') return 'rules.effect.suspend.user'
  return `rules.effect.${decision}`
}

/** One decision by its own id, or by that of what it is about: the latest of them. */
export const isAbout = ({ _id, subjectId }: Pick<OwnDecision, '_id' | 'subjectId'>, id: string): boolean =>
  _id === id || subjectId === id
