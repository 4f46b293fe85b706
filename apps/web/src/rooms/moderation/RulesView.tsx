import { moderationRules } from '@parvis/contract/moderation.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import typography from '#web/ui/typography.module.css'
import { DecisionCard } from './components/DecisionCard.tsx'
import { KeptCounts } from './components/KeptCounts.tsx'
import { isAbout } from './decision-words.ts'
import { ownDecisionsQuery } from './moderation.queries.ts'
import css from './RulesView.module.css'

export interface RulesViewProps {
  community: { _id: string; name: string }
  /** Guests publish nothing that could be decided on. */
  mayBeJudged: boolean
  /** The decision that its reader was led to, by its id or by that of what it is about. */
  about: string | undefined
}

/** The rules of living together, how they are kept, and what was decided about the reader. */
export const RulesView = ({ community, mayBeJudged, about }: RulesViewProps) => {
  const { t } = useText()
  return (
    <div className={css.page}>
      {mayBeJudged && <AboutMe about={about} first />}
      <section className={css.part}>
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
        <h2 id="kept">{t('rules.kept')}</h2>
        <p>{t('rules.kept.text')}</p>
        <p>{t('rules.kept.private')}</p>
        <KeptCounts communityId={community._id} />
      </section>
      {mayBeJudged && <AboutMe about={about} />}
    </div>
  )
}

/** What was decided about the reader stands first; that nothing was, last. */
const AboutMe = ({ about, first = false }: { about: string | undefined; first?: boolean }) => {
  const { t } = useText()
  const query = useQuery(ownDecisionsQuery())
  const state = stateOf(query)
  const decisions = query.data ?? []
  const isFirst = decisions.length > 0 || about !== undefined
  const wanted = about === undefined ? undefined : decisions.find(one => isAbout(one, about))?._id
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
      {query.data?.length === 0 && <p className={typography.muted}>{t('rules.mine.none')}</p>}
      {decisions.map(one => (
        <DecisionCard key={one._id} decision={one} marked={one._id === wanted} />
      ))}
    </section>
  )
}
