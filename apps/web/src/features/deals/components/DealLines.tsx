import type { Point } from '@parvis/contract/community.ts'
import { useEffect, useRef } from 'react'
import { Virtualizer, type CustomContainerComponentProps, type VirtualizerHandle } from 'virtua'
import { useText } from '#web/kernel/text/i18n.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useDealDistance } from '../deal-distance.ts'
import type { PlacedDeal } from '../deals-on-map.ts'
import { DealLine } from './DealLine.tsx'
import css from './DealLines.module.css'

/** Lists with more deals than this are virtualized. */
const MAX_RENDERED = 60
/** Estimated height of a row before it is measured, in pixels. */
const LINE_PX = 104

export interface DealLinesProps {
  deals: readonly PlacedDeal[]
  communityUri: string
  /** Point from which the distances are measured. */
  origin: Point | null
  selectedId: string | null
  dimmed: boolean
  onShowOnMap: (deal: PlacedDeal) => void
}

/** The deals of the map as a list, which can also be used without the map. The list scrolls inside its container. */
export const DealLines = ({ deals, communityUri, origin, selectedId, dimmed, onShowOnMap }: DealLinesProps) => {
  const { t } = useText()
  const formatDistance = useDealDistance()
  const list = useRef<HTMLUListElement>(null)
  const rows = useRef<VirtualizerHandle>(null)
  const isLong = deals.length > MAX_RENDERED
  const at = selectedId === null ? -1 : deals.findIndex(({ _id }) => _id === selectedId)
  // Scrolls to the deal that was selected on the map.
  useEffect(() => {
    if (at < 0) return
    if (isLong) rows.current?.scrollToIndex(at, { align: 'nearest' })
    else list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
    // The index also changes with the order of deals; only a new selection may scroll.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [selectedId])
  const renderLine = (deal: PlacedDeal) => (
    <DealLine
      key={deal._id}
      deal={deal}
      communityUri={communityUri}
      distance={formatDistance(deal, origin)}
      isSelected={deal._id === selectedId}
      onShowOnMap={onShowOnMap}
    />
  )
  return isLong ? (
    <Virtualizer ref={rows} data={deals} itemSize={LINE_PX} as={LongList} item="li">
      {renderLine}
    </Virtualizer>
  ) : (
    <ul
      ref={list}
      className={css.list}
      aria-label={t('deals.list')}
      aria-busy={dimmed}
      data-dimmed={dimmed || undefined}
    >
      {deals.map(deal => (
        <li key={deal._id}>{renderLine(deal)}</li>
      ))}
    </ul>
  )
}

const LongList = ({ ref, style, children }: CustomContainerComponentProps) => {
  const { t } = useText()
  return (
    <ul ref={ref} className={css.list} style={{ ...style, pointerEvents: undefined }} aria-label={t('deals.list')}>
      {children}
    </ul>
  )
}

export const DealLinesSkeleton = () => {
  const { t } = useText()
  return (
    <div role="status" aria-label={t('common.loading')}>
      {[1, 2, 3, 4].map(n => (
        <div key={n} className={css.bone}>
          <span className={css.face}>
            <Skeleton shape="photo" />
          </span>
          <span className={css.words}>
            <Skeleton width={70} />
            <Skeleton width={45} />
          </span>
        </div>
      ))}
    </div>
  )
}
