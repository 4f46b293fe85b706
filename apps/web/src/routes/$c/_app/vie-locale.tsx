import { createFileRoute, getRouteApi, useLocation } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { dealNews } from '#web/features/deals/deals.news.ts'
import { categoriesOf, readDealsSearch, searchOf } from '#web/features/deals/deals.search.ts'
import { DealsView } from '#web/features/deals/DealsView.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Row } from '#web/ui/Row.tsx'
import { narrowed } from '../../-frame/narrowed.ts'
import { useTitle } from '../../-frame/title.ts'
import { startOfDeals } from '../../-deals/start.ts'

const app = getRouteApi('/$c/_app')

/** The buttons of members who may write deals. */
const Writer = ({ params }: { params: { c: string } }) => {
  const { t } = useText()
  return (
    <Row>
      <ButtonLink kind="primary" size="s" icon="plus" to="/$c/vie-locale/edition" params={params}>
        {t('deals.write')}
      </ButtonLink>
      <ButtonLink size="s" icon="clipboard-list" to="/$c/vie-locale/mes-annonces" params={params}>
        {t('deals.mine')}
      </ButtonLink>
    </Row>
  )
}

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const chosen = categoriesOf(Route.useSearch())
  const { state } = useLocation()
  useTitle(t('deals.title'), community.name)
  return (
    <DealsView
      community={community}
      reader={session._id}
      chosen={chosen}
      remembered={state.remembered}
      writer={session.abilities.writeDeals && <Writer params={{ c: community.customUri }} />}
      onChoose={categories => void navigate({ search: searchOf(categories), ...narrowed(state), resetScroll: false })}
    />
  )
}

export const Route = createFileRoute('/$c/_app/vie-locale')({
  validateSearch: readDealsSearch,
  beforeLoad: startOfDeals('/$c/vie-locale'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, session }, deps }) => {
    // The screen renders its own skeleton; prefetching is imported on demand, outside the initial bundle.
    import('#web/features/deals/ahead.ts')
      .then(({ askDeals }) => askDeals(queryClient, session.communityId, categoriesOf(deps)))
      .catch(() => {})
    return loadTexts('deals')
  },
  staticData: {
    tab: {
      key: 'deals',
      position: 2,
      label: 'session.tab.deals',
      icon: 'store',
      isOffered: (community, abilities) => community.gooddeal && abilities.seeDeals,
      news: dealNews.counter,
    },
  },
  component: Screen,
})
