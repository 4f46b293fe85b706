import { moderationRules } from '@parvis/contract/moderation.ts'
import { useQuery } from '@tanstack/react-query'
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
  /**
   * The decision to scroll to, by its id or by that of its subject; or `CURRENT_SUSPENSION` for the one that suspends
   * now.
   */
  target: string | undefined
  /** Scrolls to the section about what happens with a report. */
  scrollToEnforcement: boolean
}

/** The rules, how they are enforced, and the decisions about the viewer. */
export const RulesView = ({ community, canBeModerated, target, scrollToEnforcement }: RulesViewProps) => {
  const { t } = useText()
  // The member’s own decisions, shown above the heading, load later and would push it out of view.
  const ownDecisions = useQuery({ ...ownDecisionsQuery(), enabled: canBeModerated })
  const isLayoutStable = !canBeModerated || ownDecisions.data !== undefined || ownDecisions.isError
  useEffect(() => {
    if (!scrollToEnforcement || !isLayoutStable) return
    const heading = document.getElementById('kept')
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }, [scrollToEnforcement, isLayoutStable])
  return (
    <div className={css.page}>
      {canBeModerated && <OwnDecisions target={target} onTop />}
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
      {canBeModerated && <OwnDecisions target={target} />}
    </div>
  )
}

/** Rendered twice: on top when there are decisions, else at the bottom. Each instance renders only in its place. */
const OwnDecisions = ({ target, onTop = false }: { target: string | undefined; onTop?: boolean }) => {
  const { t } = useText()
  const query = useQuery(ownDecisionsQuery())
  const state = viewStateOf(query)
  const decisions = query.data ?? []
  const belongsOnTop = decisions.length > 0 || target !== undefined
  const now = useNow()
  const toSuspension = target === CURRENT_SUSPENSION
  const targetId =
    target === undefined
      ? undefined
      : decisions.find(one => (toSuspension ? isSuspending(one, now) : matchesDecision(one, target)))?._id
  // A first report has hidden the content, and nobody has decided yet.
  const isPending = target !== undefined && targetId === undefined && !toSuspension
  const expanded = decisions.find(one => one._id === targetId) ?? decisions[0]
  const others = decisions.filter(one => one !== expanded)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!onTop || targetId === undefined) return
    const card = document.getElementById(`decision-${targetId}`)
    card?.scrollIntoView({ block: 'start' })
    card?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
  }, [onTop, targetId])
  if (onTop !== belongsOnTop) return null
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
      {expanded && <DecisionCard key={expanded._id} decision={expanded} marked={expanded._id === targetId} />}
      {others.length > 0 && (
        <Collapsible
          icon="gavel"
          label={t('rules.mine.earlier', { count: others.length })}
          open={isOpen}
          onOpen={setIsOpen}
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
