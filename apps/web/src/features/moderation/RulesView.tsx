import { moderationRules } from '@parvis/contract/moderation.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import typography from '#web/ui/typography.module.css'
import { DecisionCard } from './components/DecisionCard.tsx'
import { KeptCounts } from './components/KeptCounts.tsx'
import { isAbout, isSuspending, SUSPENDING } from './decision-words.ts'
import { ownDecisionsQuery } from './moderation.queries.ts'
import css from './RulesView.module.css'

export interface RulesViewProps {
  community: { _id: string; name: string }
  /** False for guests, who publish nothing that could be moderated. */
  mayBeJudged: boolean
  /**
   * The decision to scroll to, by its id or by that of its subject; or `CURRENT_SUSPENSION` for the one that suspends
   * now.
   */
  about: string | undefined
  /** Scrolls to the section about what happens with a report. */
  toKept: boolean
}

/** The rules, how they are enforced, and the decisions about the viewer. */
export const RulesView = ({ community, mayBeJudged, about, toKept }: RulesViewProps) => {
  const { t } = useText()
  // The section above loads later and would push this one out of view.
  const above = useQuery({ ...ownDecisionsQuery(), enabled: mayBeJudged })
  const isWhole = !mayBeJudged || above.data !== undefined || above.isError
  useEffect(() => {
    if (!toKept || !isWhole) return
    const heading = document.getElementById('kept')
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }, [toKept, isWhole])
  return (
    <div className={css.page}>
      {mayBeJudged && <AboutMe about={about} first />}
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
        <KeptCounts communityId={community._id} />
      </section>
      {mayBeJudged && <AboutMe about={about} />}
    </div>
  )
}

/** Rendered twice: on top when there are decisions, else at the bottom. Each instance renders only in its place. */
const AboutMe = ({ about, first = false }: { about: string | undefined; first?: boolean }) => {
  const { t } = useText()
  const query = useQuery(ownDecisionsQuery())
  const state = stateOf(query)
  const decisions = query.data ?? []
  const isFirst = decisions.length > 0 || about !== undefined
  const now = useNow()
  const toSuspension = about === SUSPENDING
  const wanted =
    about === undefined
      ? undefined
      : decisions.find(one => (toSuspension ? isSuspending(one, now) : isAbout(one, about)))?._id
  // A first report has hidden the content, and nobody has decided yet.
  const isPending = about !== undefined && wanted === undefined && !toSuspension
  const shown = decisions.find(one => one._id === wanted) ?? decisions[0]
  const others = decisions.filter(one => one !== shown)
  const [unfolded, setUnfolded] = useState(false)
  useEffect(() => {
    if (!first || wanted === undefined) return
    const card = document.getElementById(`decision-${wanted}`)
    card?.scrollIntoView({ block: 'start' })
    card?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
  }, [first, wanted])
  if (first !== isFirst) return null
  return (
    <section className={css.part} aria-labelledby="mine">
      <h2 id="mine">{t('rules.mine')}</h2>
      {state === 'waiting' && <SkeletonCard photo={false} />}
      {state === 'failed' && <Failed query={query} title={t('rules.mine.failed')} />}
      {state === 'stale' && <LastSeen query={query} />}
      {query.data && isPending && (
        <Notice kind="calm" icon="eye-off">
          {t('rules.mine.pending')}
        </Notice>
      )}
      {query.data?.length === 0 && !isPending && <p className={typography.muted}>{t('rules.mine.none')}</p>}
      {shown && <DecisionCard key={shown._id} decision={shown} marked={shown._id === wanted} />}
      {others.length > 0 && (
        <Fold
          icon="gavel"
          label={t('rules.mine.earlier', { count: others.length })}
          open={unfolded}
          onOpen={setUnfolded}
        >
          <div className={css.part}>
            {others.map(one => (
              <DecisionCard key={one._id} decision={one} />
            ))}
          </div>
        </Fold>
      )}
    </section>
  )
}
