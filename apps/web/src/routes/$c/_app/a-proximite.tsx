import { createFileRoute, getRouteApi, useLocation } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { categoriesOf, readDealsSearch, searchOf } from '#web/rooms/deals/deals.search.ts'
import { DealsMapView } from '#web/rooms/deals/DealsMapView.tsx'
import { narrowed } from '../../-frame/narrowed.ts'
import { startOfMap } from '../../-frame/map-start.ts'
import { useTitle } from '../../-frame/title.ts'
import { startOfDeals } from '../../-deals/start.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const navigate = Route.useNavigate()
  const chosen = categoriesOf(Route.useSearch())
  const { state } = useLocation()
  useTitle(t('dealsmap.title'), community.name)
  return (
    <DealsMapView
      community={community}
      start={startOfMap(community)}
      chosen={chosen}
      remembered={state.remembered}
      onChoose={categories => void navigate({ search: searchOf(categories), ...narrowed(state), resetScroll: false })}
      onOpen={id => void navigate({ to: '/$c/annonce', params: { c: community.customUri }, search: { id } })}
    />
  )
}

export const Route = createFileRoute('/$c/_app/a-proximite')({
  validateSearch: readDealsSearch,
  beforeLoad: startOfDeals('/$c/a-proximite'),
  loader: () => loadTexts('deals', 'dealsmap', 'map'),
  staticData: { tabOf: 'deals', split: true },
  component: Screen,
})
