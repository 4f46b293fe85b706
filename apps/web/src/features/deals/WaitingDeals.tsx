import type { Community } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Count } from '#web/ui/Count.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { FailedPart } from '#web/ui/Trouble.tsx'
import { DealThumb } from './components/DealThumb.tsx'
import { LookAtDeal } from './components/LookAtDeal.tsx'
import { RefuseDeal } from './components/RefuseDeal.tsx'
import { titleOf } from './deal-facts.ts'
import { useDecideOnDeal } from './deal.mutations.ts'
import { waitingDealsQuery } from './kept-deals.queries.ts'
import css from './WaitingDeals.module.css'

export interface WaitingDealsProps {
  community: Pick<Community, '_id' | 'customUri' | 'loc'>
  /** Called with the number of pending deals after each fetch. */
  onCount: (count: number) => void
}

/** Deals that wait for approval by the team; renders nothing when there are none. */
export const WaitingDeals = ({ community, onCount }: WaitingDealsProps) => {
  const { t, language, explain } = useText()
  const { ago } = useFormat()
  const query = useInfiniteQuery(waitingDealsQuery(community._id))
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<{ act: 'look' | 'refuse'; deal: Deal } | null>(null)
  const deals = query.data?.pages.flatMap(page => page.docs) ?? []
  const waiting = query.data?.pages.at(-1)?.waiting
  const tell = useEffectEvent(onCount)
  useEffect(() => {
    if (waiting !== undefined) tell(waiting)
  }, [waiting])
  const nameOf = (deal: Deal) => titleOf(language, deal)
  const [decided, setDecided] = useState(0)
  useEffect(() => {
    // Focus was lost with the removed row: moves it to the heading, or to the screen after the last row.
    const left = heading.current ?? document.getElementById('main')
    if (decided > 0 && document.activeElement === document.body) left?.focus({ preventScroll: true })
  }, [decided, deals.length])
  const { mutate, isPending, variables } = useDecideOnDeal({
    onDone: deal => {
      setAsked(null)
      setDecided(last => last + 1)
      const said = { shown: 'waiting.approved', refused: 'waiting.refused' } as const
      const key =
        deal.keeping && deal.keeping.state in said ? said[deal.keeping.state as 'shown'] : 'waiting.approved.later'
      showToast({ text: t(`dealwriting.${key}`, { name: nameOf(deal) }) })
    },
    onFailed: error => {
      // The dialog stays open, so that the typed reason is not lost.
      if (asked?.act !== 'refuse') setAsked(null)
      showToast({ kind: 'error', text: explain(error) })
    },
  })
  // The decision applies to the version on screen, so a newer one is announced.
  const now = asked && deals.find(({ _id }) => _id === asked.deal._id)
  const news = asked && !isPending && (now ? now.version !== asked.deal.version && 'edited' : 'decided')
  if (stateOf(query) === 'failed')
    return <FailedPart text={t('dealwriting.waiting.failed')} onRetry={() => void query.refetch()} />
  if (deals.length === 0 && !asked) return null
  return (
    <Card as="section" aria-labelledby="waiting-deals" className={css.section}>
      <h2 id="waiting-deals" ref={heading} tabIndex={-1}>
        {t('dealwriting.waiting')} <Count>{waiting ?? deals.length}</Count>
      </h2>
      <ul className={css.list}>
        {deals.map(deal => {
          const name = nameOf(deal)
          const author = deal.keeping && displayName(deal.keeping.author)
          const busy = isPending && variables.deal._id === deal._id
          return (
            <li key={deal._id}>
              <DealThumb deal={deal} />
              <span className={css.what}>
                <b dir="auto">{name}</b>
                <small>
                  {[textIn(language, deal.category, 'name'), textIn(language, deal, 'promotion')]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
                <small>
                  {[author !== name && author, ago(deal.keeping?.dateUpdated ?? deal.dateAdded)]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <span className={css.acts}>
                <Button
                  size="s"
                  icon="eye"
                  aria-label={t('dealwriting.waiting.preview', { name })}
                  onClick={() => setAsked({ act: 'look', deal })}
                >
                  {t('dealwriting.waiting.look')}
                </Button>
                <Button
                  kind="tint"
                  size="s"
                  icon="check"
                  busy={busy && variables.approve}
                  aria-label={t('dealwriting.waiting.approve.whom', { name })}
                  onClick={() => mutate({ deal, approve: true })}
                >
                  {t('dealwriting.waiting.approve')}
                </Button>
                <Button
                  kind="quiet"
                  size="s"
                  aria-label={t('dealwriting.waiting.refuse.whom', { name })}
                  onClick={() => setAsked({ act: 'refuse', deal })}
                >
                  {t('dealwriting.waiting.refuse')}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {query.hasNextPage && (
        <div className={css.more}>
          <Button kind="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('dealwriting.waiting.more')}
          </Button>
        </div>
      )}
      {asked?.act === 'look' && (
        <LookAtDeal
          deal={now ?? asked.deal}
          community={community}
          news={news ? t(`dealwriting.waiting.${news}`) : null}
          busy={isPending}
          onApprove={now ? () => mutate({ deal: now, approve: true }) : undefined}
          onRefuse={() => setAsked({ ...asked, act: 'refuse' })}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.act === 'refuse' && (
        <RefuseDeal
          name={nameOf(now ?? asked.deal)}
          news={news ? t(`dealwriting.waiting.${news}`) : null}
          busy={isPending}
          onRefuse={now ? reason => mutate({ deal: now, approve: false, reason }) : undefined}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
