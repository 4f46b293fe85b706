import { createFileRoute, useLocation } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { categoriesOf, readDealsMapSearch, dealsSearchOf } from '#web/features/deals/deals.search.ts'
import { DealsMapView } from '#web/features/deals/DealsMapView.tsx'
import { narrowed } from '#web/app/frame/filter-history.ts'
import { mapCenterOf } from '#web/app/frame/map-center.ts'
import { requireFeatureSwitchedOn } from '#web/app/frame/route-guards.ts'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'
import { restoreDealsFilter } from '#web/features/deals/restore-filter.ts'

const Screen = () => {
  const { community } = useMember()
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const selected = categoriesOf(search)
  const { state } = useLocation()
  useTextTitle('dealsmap.title', community)
  return (
    <DealsMapView
      community={community}
      start={mapCenterOf(community)}
      chosenCategoryIds={selected}
      areCategoriesRemembered={state.remembered}
      onChooseCategories={categories =>
        void navigate({
          search: { ...dealsSearchOf(categories), id: search.id },
          ...narrowed(state),
          resetScroll: false,
        })
      }
      selectedId={search.id ?? null}
      // The URL names the selected pin, for reloads and shared links, but a selection adds no history entry.
      onSelect={id => void navigate({ search: { ...search, id }, replace: true, state: true, resetScroll: false })}
      onOpen={id => void navigate({ to: '/$c/annonce', params: { c: community.customUri }, search: { id } })}
    />
  )
}

export const Route = createFileRoute('/$c/_app/a-proximite')({
  validateSearch: readDealsMapSearch,
  beforeLoad: visit => {
    requireFeatureSwitchedOn(visit.context.session.abilities.seeDeals, visit)
    restoreDealsFilter('/$c/a-proximite', visit)
  },
  loader: () => loadTexts('deals'),
  staticData: { tabOf: 'deals', hasListAndDetails: true },
  component: Screen,
})
