import type { Community, Point } from '@parvis/contract/community.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTilesStyleUrl } from '#web/kernel/installation/use-tiles-style.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useMyPosition } from '#web/ui/map/use-my-position.ts'
import { MapPane } from '#web/ui/map/MapPane.tsx'
import type { MapView, Insets } from '#web/ui/map/PlaceMap.tsx'
import { Picto } from '#web/ui/Picto.tsx'
import { useRestoredFilterToast } from '#web/ui/use-restored-filter-toast.ts'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, InlineError, LastUpdated } from '#web/ui/LoadError.tsx'
import { DealCategories } from './components/DealCategories.tsx'
import { DealLines, DealLinesSkeleton } from './components/DealLines.tsx'
import { DealsEmpty } from './components/DealsEmpty.tsx'
import { DealsSwitch } from './components/DealsSwitch.tsx'
import { ListSheet } from './components/ListSheet.tsx'
import { titleOf } from './deal-facts.ts'
import { CLOSE_DELTA, nearestFirst, type PlacedDeal, viewAround } from './deals-on-map.ts'
import { dealCategoriesQuery } from './deals.queries.ts'
import { useMapDeals } from './use-map-deals.ts'
import css from './DealsMapView.module.css'

export interface DealsMapViewProps {
  community: Pick<Community, '_id' | 'name' | 'customUri' | 'loc'>
  /** Centre of the initial view if no position of the viewer, the community or a deal is known. */
  start: Point
  /** Ids of the chosen categories; an empty list shows all deals. */
  chosenCategoryIds: string[]
  /** Whether the categories were chosen on an earlier visit. */
  areCategoriesRemembered?: boolean
  onChooseCategories: (categories: string[]) => void
  /** Id of the deal selected on the map. */
  selectedId: string | null
  onSelect: (id: string) => void
  /** Called when the selected deal is tapped again. */
  onOpen: (id: string) => void
}

/** Padding of the initial view in pixels, which keeps pins clear of the filter chips and the map credit. */
const VIEW_PADDING: Insets = { top: 120, bottom: 56, left: 32, right: 32 }
/** Height of a cluster of pins above its location, in pixels. */
const PIN_PX = 64
/**
 * Bottom padding that is added for a larger font, in rem: the map credit wraps to two lines when the font size is
 * doubled.
 */
const CREDIT_REM = 2

/** Shows the deals on a map and in a list beside it, nearest first. */
export const DealsMapView = ({
  community,
  start,
  chosenCategoryIds,
  areCategoriesRemembered = false,
  onChooseCategories,
  selectedId,
  onSelect,
  onOpen,
}: DealsMapViewProps) => {
  const { t } = useText()
  const categories = useQuery(dealCategoriesQuery())
  const query = useMapDeals(community._id, chosenCategoryIds)
  const styleUrl = useTilesStyleUrl()
  const { here, busy, findPosition: look } = useMyPosition()
  const [raised, setRaised] = useState(false)
  const [movedView, setMovedView] = useState<MapView | null>(null)
  const { name, loc } = community
  const home = useMemo(() => loc && { name, point: loc }, [name, loc])
  const origin = here ?? loc
  const { docs } = query
  const deals = useMemo(() => nearestFirst(docs ?? [], origin), [docs, origin])
  const places = usePins(deals)
  const isLoaded = docs !== undefined
  const initialView = useMemo(() => {
    const markedDeal = deals.find(({ _id }) => _id === selectedId)
    return markedDeal
      ? { center: markedDeal.loc, delta: CLOSE_DELTA }
      : viewAround(origin ?? deals[0]?.loc ?? start, deals)
    // The initial view is computed again only once, when the deals have loaded.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isLoaded])
  const { chips, room } = useMapInsets(categories.data !== undefined)
  const state = viewStateOf(query)
  useRestoredFilterToast(
    areCategoriesRemembered && chosenCategoryIds.length > 0
      ? t('deals.filter.remembered', { count: chosenCategoryIds.length })
      : null,
    () => onChooseCategories([]),
  )

  const locate = async () => {
    const found = await look()
    if (found) setMovedView(viewAround(found, nearestFirst(docs ?? [], found)))
  }

  return (
    <div className={css.screen}>
      <div className={css.bar}>
        <TopBar />
      </div>
      <main id="main" tabIndex={-1} className={css.main}>
        <div className={css.head}>
          <h1>{t('dealsmap.title')}</h1>
          <DealsSwitch communityUri={community.customUri} value="map" chosenCategoryIds={chosenCategoryIds} />
        </div>
        <div className={css.map}>
          <MapPane
            label={t('dealsmap.label')}
            view={movedView ?? initialView}
            places={places}
            chosen={selectedId}
            onChoose={id => (id === selectedId ? onOpen(id) : onSelect(id))}
            onMoved={() => {}}
            here={here}
            home={home}
            insets={room}
            onLocate={() => void locate()}
            locating={busy}
            styleUrl={styleUrl}
            standalone={state === 'failed'}
          />
          {categories.data && (
            <div ref={chips} className={css.chips}>
              <DealCategories
                categories={categories.data}
                chosenCategoryIds={chosenCategoryIds}
                onChooseCategories={onChooseCategories}
              />
            </div>
          )}
        </div>
        <div className={css.foot}>
          <ListSheet label={t('dealsmap.list')} raised={raised} onRaise={setRaised}>
            {categories.isError && !categories.data && state !== 'failed' && (
              <InlineError text={t('deals.filter.failed')} onRetry={() => void categories.refetch()} />
            )}
            <DealResults
              query={query}
              isEmpty={deals.length === 0}
              isFiltered={chosenCategoryIds.length > 0}
              onShowAll={() => onChooseCategories([])}
            >
              <DealLines
                deals={deals}
                communityUri={community.customUri}
                origin={origin}
                selectedId={selectedId}
                dimmed={query.isPlaceholderData}
                onShowOnMap={deal => {
                  setRaised(false)
                  onSelect(deal._id)
                  setMovedView({ center: deal.loc, delta: CLOSE_DELTA })
                }}
              />
            </DealResults>
          </ListSheet>
        </div>
      </main>
    </div>
  )
}

/** Returns the pins of deals on the map. */
const usePins = (deals: readonly PlacedDeal[]) => {
  const { language } = useText()
  return useMemo(
    () =>
      deals.map(deal => ({
        id: deal._id,
        name: titleOf(language, deal),
        point: deal.loc,
        picture: (
          <span className={css.picto}>
            <Picto name={deal.category.picto} />
          </span>
        ),
      })),
    [deals, language],
  )
}

/** Returns the map padding that keeps pins clear of the filter chips, and the ref for the element of these chips. */
const useMapInsets = (hasChips: boolean) => {
  const chips = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(VIEW_PADDING)
  useLayoutEffect(() => {
    if (!chips.current) return
    const { offsetTop, offsetHeight } = chips.current
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    setRoom({
      ...VIEW_PADDING,
      top: offsetTop + offsetHeight + PIN_PX,
      bottom: VIEW_PADDING.bottom + CREDIT_REM * (rem - 16),
    })
  }, [hasChips])
  return { chips, room }
}

interface DealResultsProps {
  query: ReturnType<typeof useMapDeals>
  isEmpty: boolean
  isFiltered: boolean
  onShowAll: () => void
  /** The list of the loaded deals. */
  children: ReactNode
}

/** The list of deals, or the loading, error or empty state that replaces the list. */
const DealResults = ({ query, isEmpty, isFiltered, onShowAll, children }: DealResultsProps) => {
  const { t } = useText()
  const state = viewStateOf(query)
  const { docs, hasMore } = query
  return (
    <>
      {state === 'waiting' && (
        <SlowLoading>
          <DealLinesSkeleton />
        </SlowLoading>
      )}
      {state === 'failed' && <LoadError query={query} title={t('deals.failed.title')} />}
      {state === 'stale' && (
        <div className={css.padded}>
          <LastUpdated query={query} />
        </div>
      )}
      {docs &&
        state !== 'failed' &&
        (isEmpty ? (
          <DealsEmpty isFiltered={isFiltered} onShowAll={onShowAll} onRefetch={() => void query.refetch()} />
        ) : (
          children
        ))}
      {docs && hasMore && <p className={css.padded}>{t('dealsmap.more', { count: docs.length })}</p>}
    </>
  )
}
