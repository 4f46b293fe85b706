import type { Community } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Count } from '#web/ui/Count.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { InlineError } from '#web/ui/LoadError.tsx'
import { DealThumb } from './components/DealThumb.tsx'
import { ReviewDeal } from './components/ReviewDeal.tsx'
import { RefuseDeal } from './components/RefuseDeal.tsx'
import { titleOf } from './deal-facts.ts'
import { useDecideOnDeal } from './deal.mutations.ts'
import { pendingDealsQuery } from './managed-deals.queries.ts'
import css from './PendingDeals.module.css'

export interface PendingDealsProps {
  community: Pick<Community, '_id' | 'customUri' | 'loc'>
  /** Called with the number of pending deals, first when it is known and then whenever it changes. */
  onCount: (count: number) => void
}

/** Deals that await approval by the team; renders nothing when there are none. */
export const PendingDeals = ({ community, onCount }: PendingDealsProps) => {
  const { t, language, explain } = useText()
  const query = useInfiniteQuery(pendingDealsQuery(community._id))
  const heading = useRef<HTMLHeadingElement>(null)
  const [openDialog, setOpenDialog] = useState<{ act: 'look' | 'refuse'; deal: Deal } | null>(null)
  const deals = query.data?.pages.flatMap(page => page.docs) ?? []
  const pendingCount = query.data?.pages.at(-1)?.waiting
  const reportCount = useEffectEvent(onCount)
  useEffect(() => {
    if (pendingCount !== undefined) reportCount(pendingCount)
  }, [pendingCount])
  const [decisionCount, setDecisionCount] = useState(0)
  useEffect(() => {
    // After a decision has removed the focused row, the focus moves to the heading, or to the screen if no row is
    // left.
    const focusTarget = heading.current ?? document.getElementById('main')
    if (decisionCount > 0 && document.activeElement === document.body) focusTarget?.focus({ preventScroll: true })
  }, [decisionCount, deals.length])
  const { mutate, isPending, variables } = useDecideOnDeal({
    onDone: deal => {
      setOpenDialog(null)
      setDecisionCount(last => last + 1)
      const textKeys = { shown: 'waiting.approved', refused: 'waiting.refused' } as const
      const key =
        deal.keeping && deal.keeping.state in textKeys
          ? textKeys[deal.keeping.state as 'shown']
          : 'waiting.approved.later'
      showToast({ text: t(`dealwriting.${key}`, { name: titleOf(language, deal) }) })
    },
    onFailed: error => {
      // The refusal dialog stays open after an error, because closing it would lose the typed reason.
      if (openDialog?.act !== 'refuse') setOpenDialog(null)
      showToast({ kind: 'error', text: explain(error) })
    },
  })
  // A decision applies to the current version of the deal. The dialog therefore says when that is not the
  // version that was opened, or when the deal has already been decided on.
  const currentDeal = openDialog && deals.find(({ _id }) => _id === openDialog.deal._id)
  const changeKey =
    openDialog && !isPending && (currentDeal ? currentDeal.version !== openDialog.deal.version && 'edited' : 'decided')
  if (viewStateOf(query) === 'failed')
    return <InlineError text={t('dealwriting.waiting.failed')} onRetry={() => void query.refetch()} />
  if (deals.length === 0 && !openDialog) return null
  return (
    <Card as="section" aria-labelledby="waiting-deals" className={css.section}>
      <h2 id="waiting-deals" ref={heading} tabIndex={-1}>
        {t('dealwriting.waiting')} <Count>{pendingCount ?? deals.length}</Count>
      </h2>
      <ul className={css.list}>
        {deals.map(deal => (
          <PendingDeal
            key={deal._id}
            deal={deal}
            isApproving={isPending && variables.deal._id === deal._id && variables.approve}
            onReview={() => setOpenDialog({ act: 'look', deal })}
            onApprove={() => mutate({ deal, approve: true })}
            onRefuse={() => setOpenDialog({ act: 'refuse', deal })}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={css.more}>
          <Button kind="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('dealwriting.waiting.more')}
          </Button>
        </div>
      )}
      {openDialog?.act === 'look' && (
        <ReviewDeal
          deal={currentDeal ?? openDialog.deal}
          community={community}
          changeNotice={changeKey ? t(`dealwriting.waiting.${changeKey}`) : null}
          busy={isPending}
          onApprove={currentDeal ? () => mutate({ deal: currentDeal, approve: true }) : undefined}
          onRefuse={() => setOpenDialog({ ...openDialog, act: 'refuse' })}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog?.act === 'refuse' && (
        <RefuseDeal
          name={titleOf(language, currentDeal ?? openDialog.deal)}
          changeNotice={changeKey ? t(`dealwriting.waiting.${changeKey}`) : null}
          busy={isPending}
          onRefuse={currentDeal ? reason => mutate({ deal: currentDeal, approve: false, reason }) : undefined}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </Card>
  )
}

interface PendingDealProps {
  deal: Deal
  isApproving: boolean
  onReview: () => void
  onApprove: () => void
  onRefuse: () => void
}

const PendingDeal = ({ deal, isApproving, onReview, onApprove, onRefuse }: PendingDealProps) => {
  const { t, language } = useText()
  const { ago } = useFormat()
  const name = titleOf(language, deal)
  const author = deal.keeping && displayName(deal.keeping.author)
  return (
    <li>
      <DealThumb deal={deal} />
      <span className={css.what}>
        <b dir="auto">{name}</b>
        <small>
          {[textIn(language, deal.category, 'name'), textIn(language, deal, 'promotion')].filter(Boolean).join(' · ')}
        </small>
        <small>
          {[author !== name && author, ago(deal.keeping?.dateUpdated ?? deal.dateAdded)].filter(Boolean).join(' · ')}
        </small>
      </span>
      <span className={css.acts}>
        <Button size="s" icon="eye" aria-label={t('dealwriting.waiting.preview', { name })} onClick={onReview}>
          {t('dealwriting.waiting.look')}
        </Button>
        <Button
          kind="tint"
          size="s"
          icon="check"
          busy={isApproving}
          aria-label={t('dealwriting.waiting.approve.whom', { name })}
          onClick={onApprove}
        >
          {t('dealwriting.waiting.approve')}
        </Button>
        <Button kind="quiet" size="s" aria-label={t('dealwriting.waiting.refuse.whom', { name })} onClick={onRefuse}>
          {t('dealwriting.waiting.refuse')}
        </Button>
      </span>
    </li>
  )
}
