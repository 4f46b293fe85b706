import { moderationRules, type OwnDecision } from '@parvis/contract/moderation.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Collapsible } from '#web/ui/Collapsible.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { DecisionCard } from './components/DecisionCard.tsx'
import { ModerationCounts } from './components/ModerationCounts.tsx'
import { matchesDecision, isSuspending, CURRENT_SUSPENSION } from './decision-text.ts'
import { ownDecisionsQuery } from './moderation.queries.ts'
import css from './RulesView.module.css'

export interface RulesViewProps {
  community: { _id: string; name: string }
  /** False for guests, who publish nothing that could be moderated. */
  canBeModerated: boolean
  /** The decision to scroll to: its id, the id of the content or person that it is about, or `CURRENT_SUSPENSION`. */
  targetDecision: string | undefined
  /** Whether to scroll to the section that says what happens after a report. */
  shouldScrollToEnforcement: boolean
}

/** The rules, how they are enforced, and the decisions about the viewer. */
export const RulesView = ({ community, canBeModerated, targetDecision, shouldScrollToEnforcement }: RulesViewProps) => {
  const { t } = useText()
  // The decisions about the viewer load later and are rendered above the heading. Scrolling waits for them,
  // because they would push the heading out of view.
  const ownDecisions = useQuery({ ...ownDecisionsQuery(), enabled: canBeModerated })
  const isLayoutStable = !canBeModerated || ownDecisions.data !== undefined || ownDecisions.isError
  const areDecisionsOnTop = targetDecision !== undefined || Boolean(ownDecisions.data?.length)
  const decisionsSection = canBeModerated && <OwnDecisions query={ownDecisions} targetDecision={targetDecision} />
  useEffect(() => {
    if (!shouldScrollToEnforcement || !isLayoutStable) return
    const heading = document.getElementById('kept')
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }, [shouldScrollToEnforcement, isLayoutStable])
  return (
    <div className={css.page}>
      {areDecisionsOnTop && decisionsSection}
      <section className={css.part} aria-labelledby="rules">
        <h2 id="rules">{t('rules.rules')}</h2>
        <p className={typography.muted}>{t('rules.lead', { name: community.name })}</p>
        <Card as="ol" className={css.rules}>
          {moderationRules.map(rule => (
            <li key={rule}>
              <span>
                <b>{t(`rules.rule.${rule}`)}</b>
                <span>{t(`rules.rule.${rule}.text`)}</span>
              </span>
            </li>
          ))}
        </Card>
      </section>
      <section className={css.part} aria-labelledby="kept">
        <h2 id="kept" tabIndex={-1}>
          {t('rules.kept')}
        </h2>
        <p>{t('rules.kept.text')}</p>
        <p>{t('rules.kept.private')}</p>
        <ModerationCounts communityId={community._id} />
      </section>
      {!areDecisionsOnTop && decisionsSection}
    </div>
  )
}

/** The decisions about the viewer. */
const OwnDecisions = ({
  query,
  targetDecision,
}: {
  query: UseQueryResult<OwnDecision[]>
  targetDecision: string | undefined
}) => {
  const { t } = useText()
  const state = viewStateOf(query)
  const decisions = query.data ?? []
  const now = useNow()
  const isSuspensionTarget = targetDecision === CURRENT_SUSPENSION
  const targetId =
    targetDecision === undefined
      ? undefined
      : decisions.find(one => (isSuspensionTarget ? isSuspending(one, now) : matchesDecision(one, targetDecision)))?._id
  // The target is content that a report has hidden and that nobody has decided on yet.
  const isPending = targetDecision !== undefined && targetId === undefined && !isSuspensionTarget
  const expanded = decisions.find(one => one._id === targetId) ?? decisions[0]
  const others = decisions.filter(one => one !== expanded)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (targetId === undefined) return
    const card = document.getElementById(`decision-${targetId}`)
    card?.scrollIntoView({ block: 'start' })
    card?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
  }, [targetId])
  return (
    <section className={css.part} aria-labelledby="mine">
      <h2 id="mine">{t('rules.mine')}</h2>
      {state === 'waiting' && <SkeletonCard photo={false} />}
      {state === 'failed' && <LoadError query={query} title={t('rules.mine.failed')} />}
      {state === 'stale' && <LastUpdated query={query} />}
      {query.data && isPending && (
        <Notice kind="calm" icon="eye-off">
          {t('rules.mine.pending')}
        </Notice>
      )}
      {query.data?.length === 0 && !isPending && <p className={typography.muted}>{t('rules.mine.none')}</p>}
      {expanded && <DecisionCard key={expanded._id} decision={expanded} isMarked={expanded._id === targetId} />}
      {others.length > 0 && (
        <Collapsible
          icon="gavel"
          label={t('rules.mine.earlier', { count: others.length })}
          open={isOpen}
          onToggle={setIsOpen}
        >
          <div className={css.part}>
            {others.map(one => (
              <DecisionCard key={one._id} decision={one} />
            ))}
          </div>
        </Collapsible>
      )}
    </section>
  )
}
