import type { Community } from '@parvis/contract/community.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { LoadError, InlineError, LastUpdated } from '#web/ui/LoadError.tsx'
import { DealCategories, DealCategoriesSkeleton } from './components/DealCategories.tsx'
import { DealsEmpty } from './components/DealsEmpty.tsx'
import { DealsList } from './components/DealsList.tsx'
import { DealsSkeleton } from './components/DealsSkeleton.tsx'
import { visitedCategoriesQuery, visitedDealsQuery } from './visited-deals.queries.ts'
import css from './VisitedDealsView.module.css'

export interface VisitedDealsViewProps {
  community: Pick<Community, '_id' | 'name' | 'customUri' | 'loc' | 'abilities'>
  /** Ids of the chosen categories; an empty list shows all deals. */
  chosenCategoryIds: string[]
  onChooseCategories: (categories: string[]) => void
}

const noneOpened: ReadonlySet<string> = new Set()

/** Deals of a community for visitors who are not members of it. */
export const VisitedDealsView = ({ community, chosenCategoryIds, onChooseCategories }: VisitedDealsViewProps) => {
  const { t } = useText()
  const categories = useQuery(visitedCategoriesQuery(community._id))
  const query = useInfiniteQuery(visitedDealsQuery(community._id, chosenCategoryIds))
  const deals = query.data?.pages.flatMap(page => page.docs) ?? []
  const state = viewStateOf(query)
  const params = { c: community.customUri }
  return (
    <div className={css.page}>
      <PublicBar homeTarget={{ to: '/$c', params }}>
        <ButtonLink size="s" to="/$c/connexion" params={params} search={{ next: `/${community.customUri}/vie-locale` }}>
          {t('community.landing.login')}
        </ButtonLink>
      </PublicBar>
      <main id="main" className={css.main}>
        <h1>{t('deals.visit.title', { community: community.name })}</h1>
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
              deals={deals}
              community={community}
              openedDealIds={noneOpened}
              isVisitor
              dimmed={query.isPlaceholderData}
              hasMore={query.hasNextPage}
              isLoadingMore={query.isFetchingNextPage}
              hasLoadMoreFailed={query.isFetchNextPageError}
              onLoadMore={() => void query.fetchNextPage()}
            />
          ))}
        <section className={css.join}>
          <p>{t('deals.visit.text')}</p>
          {/* After logging in, the visitor continues to the list for members. */}
          <ButtonLink
            kind="primary"
            icon="arrow-right"
            to="/$c"
            params={params}
            search={{ next: `/${community.customUri}/vie-locale` }}
          >
            {t('deals.public.visit', { community: community.name })}
          </ButtonLink>
          <ButtonLink kind="quiet" to="/$c/infos" params={params} mask={{ to: '/$c/informations', params }}>
            {t('deals.visit.information', { community: community.name })}
          </ButtonLink>
        </section>
      </main>
    </div>
  )
}
