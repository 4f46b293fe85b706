import type { Community } from '@parvis/contract/community.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { Main, ScreenHeader } from '#web/ui/Main.tsx'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import { useRestoredFilterToast } from '#web/ui/use-restored-filter-toast.ts'
import { ScrollTop } from '#web/ui/ScrollTop.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, InlineError, LastUpdated } from '#web/ui/LoadError.tsx'
import { DealCategories, DealCategoriesSkeleton } from './components/DealCategories.tsx'
import { DealsEmpty } from './components/DealsEmpty.tsx'
import { DealsList } from './components/DealsList.tsx'
import { DealsSwitch } from './components/DealsSwitch.tsx'
import { DealsSkeleton } from './components/DealsSkeleton.tsx'
import { dealCategoriesQuery, dealsQuery } from './deals.queries.ts'
import { useVisibleDeals } from './visible-deals.ts'
import { openedDealIds } from './opened-deals.ts'
import css from './DealsView.module.css'

export interface DealsViewProps {
  community: Pick<Community, '_id' | 'customUri' | 'loc'>
  /** Account id of the viewer, under which opened deals are stored. */
  viewerId: string
  /** Ids of the chosen categories; an empty list shows all deals. */
  chosenCategoryIds: string[]
  /** Whether the categories were chosen on an earlier visit. */
  areCategoriesRemembered?: boolean
  onChooseCategories: (categories: string[]) => void
  /** Links for writing and managing deals; absent for viewers who may not write deals. */
  authorActions?: ReactNode
}

/** List of the deals around a community, newest first. */
export const DealsView = ({
  community,
  viewerId,
  chosenCategoryIds,
  areCategoriesRemembered = false,
  onChooseCategories,
  authorActions,
}: DealsViewProps) => {
  const { t } = useText()
  const categories = useQuery(dealCategoriesQuery())
  const query = useInfiniteQuery(dealsQuery(community._id, chosenCategoryIds))
  const deals = query.data?.pages.flatMap(page => page.docs) ?? []
  const displayed = useVisibleDeals(deals)
  const state = viewStateOf(query)
  const [openedIds] = useState(() => openedDealIds(viewerId))
  useRestoredFilterToast(
    areCategoriesRemembered && chosenCategoryIds.length > 0
      ? t('deals.filter.remembered', { count: chosenCategoryIds.length })
      : null,
    () => onChooseCategories([]),
  )

  const viewSwitch = (
    <DealsSwitch communityUri={community.customUri} value="list" chosenCategoryIds={chosenCategoryIds} />
  )

  return (
    <>
      <TopBar />
      <Main>
        <ScreenHeader title={t('deals.title')}>
          <div className={css.head}>{viewSwitch}</div>
        </ScreenHeader>
        <div className={css.view}>{viewSwitch}</div>
        {authorActions}
        {categories.data ? (
          <DealCategories
            categories={categories.data}
            chosenCategoryIds={chosenCategoryIds}
            onChooseCategories={onChooseCategories}
          />
        ) : viewStateOf(categories) === 'waiting' ? (
          <DealCategoriesSkeleton />
        ) : (
          // When the list failed too, only the error of the list is shown.
          state !== 'failed' && (
            <InlineError text={t('deals.filter.failed')} onRetry={() => void categories.refetch()} />
          )
        )}
        {state === 'waiting' && <DealsSkeleton />}
        {state === 'failed' && <LoadError query={query} title={t('deals.failed.title')} />}
        {state === 'stale' && <LastUpdated query={query} />}
        <NewItemsPill
          label={displayed.newCount > 0 ? t('deals.news', { count: displayed.newCount }) : null}
          onShow={displayed.onShow}
        />
        {query.data &&
          state !== 'failed' &&
          (deals.length === 0 ? (
            <DealsEmpty
              isFiltered={chosenCategoryIds.length > 0}
              onShowAll={() => onChooseCategories([])}
              onRefetch={() => void query.refetch()}
            />
          ) : (
            <DealsList
              deals={displayed.deals}
              community={community}
              openedDealIds={openedIds}
              dimmed={query.isPlaceholderData}
              hasMore={query.hasNextPage}
              isLoadingMore={query.isFetchingNextPage}
              hasLoadMoreFailed={query.isFetchNextPageError}
              onLoadMore={() => void query.fetchNextPage()}
            />
          ))}
      </Main>
      <ScrollTop />
    </>
  )
}
