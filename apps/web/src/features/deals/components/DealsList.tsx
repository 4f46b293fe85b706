import type { Deal } from '@parvis/contract/deals.ts'
import { useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { useNearEnd } from '#web/kernel/screen/near-end.ts'
import { Button } from '#web/ui/Button.tsx'
import { DealCard, type DealCardProps } from './DealCard.tsx'
import { DealCardSkeleton } from './DealsSkeleton.tsx'
import css from './DealsList.module.css'

const EAGER_CARDS = 2

export interface DealsListProps {
  deals: Deal[]
  community: DealCardProps['community']
  /** Ids of the deals that the viewer has opened. */
  openedDealIds: ReadonlySet<string>
  /** Whether the viewer has no account in the community; cards then link to the public pages. */
  isVisitor?: boolean
  /** Whether the previous list is still shown while another list is loading. */
  dimmed: boolean
  hasMore: boolean
  isLoadingMore: boolean
  hasLoadMoreFailed: boolean
  onLoadMore: () => void
}

export const DealsList = ({
  deals,
  community,
  openedDealIds,
  isVisitor = false,
  dimmed,
  hasMore,
  isLoadingMore,
  hasLoadMoreFailed,
  onLoadMore,
}: DealsListProps) => {
  const { t } = useText()
  const end = useRef<HTMLDivElement>(null)
  useNearEnd(end, hasMore && !isLoadingMore && !hasLoadMoreFailed && !dimmed, deals.length, onLoadMore)
  return (
    <>
      <ul
        className={css.grid}
        aria-label={t('deals.list')}
        aria-busy={dimmed || isLoadingMore}
        data-dimmed={dimmed || undefined}
      >
        {deals.map((deal, n) => (
          <li key={deal._id}>
            <DealCard
              deal={deal}
              community={community}
              isOpened={openedDealIds.has(deal._id)}
              isVisitor={isVisitor}
              eager={n < EAGER_CARDS}
            />
          </li>
        ))}
        {isLoadingMore && (
          <li aria-hidden="true">
            <DealCardSkeleton />
          </li>
        )}
      </ul>
      <div ref={end} className={css.end}>
        {hasLoadMoreFailed && (
          <>
            <p>{t('deals.more.failed')}</p>
            <Button icon="rotate-cw" onClick={onLoadMore}>
              {t('common.retry')}
            </Button>
          </>
        )}
        {!hasMore && <p>{t('deals.end')}</p>}
      </div>
    </>
  )
}
