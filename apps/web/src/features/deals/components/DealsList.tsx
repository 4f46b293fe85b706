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
  opened: ReadonlySet<string>
  /** Whether the viewer has no account here; cards then link to the public pages. */
  visiting?: boolean
  /** Whether the list is the previous one, shown while another is loading. */
  dimmed: boolean
  hasMore: boolean
  loading: boolean
  failed: boolean
  onLoadMore: () => void
}

export const DealsList = ({
  deals,
  community,
  opened,
  visiting = false,
  dimmed,
  hasMore,
  loading,
  failed,
  onLoadMore,
}: DealsListProps) => {
  const { t } = useText()
  const end = useRef<HTMLDivElement>(null)
  useNearEnd(end, hasMore && !loading && !failed && !dimmed, deals.length, onLoadMore)
  return (
    <>
      <ul
        className={css.grid}
        aria-label={t('deals.list')}
        aria-busy={dimmed || loading}
        data-dimmed={dimmed || undefined}
      >
        {deals.map((deal, n) => (
          <li key={deal._id}>
            <DealCard
              deal={deal}
              community={community}
              opened={opened.has(deal._id)}
              visiting={visiting}
              eager={n < EAGER_CARDS}
            />
          </li>
        ))}
        {loading && (
          <li aria-hidden="true">
            <DealCardSkeleton />
          </li>
        )}
      </ul>
      <div ref={end} className={css.end}>
        {failed && (
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
