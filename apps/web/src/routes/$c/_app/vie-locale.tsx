import { createFileRoute, useLocation } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { newDeals } from '#web/features/deals/new-deals.ts'
import { categoriesOf, readDealsSearch, dealsSearchOf } from '#web/features/deals/deals.search.ts'
import { DealsView } from '#web/features/deals/DealsView.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Row } from '#web/ui/Row.tsx'
import { narrowed } from '#web/app/frame/filter-history.ts'
import { requireFeatureSwitchedOn } from '#web/app/frame/route-guards.ts'
import { useMember, useTitle } from '#web/app/frame/screen.ts'
import { restoreDealsFilter } from '#web/features/deals/restore-filter.ts'

const AuthorActions = ({ params }: { params: { c: string } }) => {
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
  const { community, session } = useMember()
  const navigate = Route.useNavigate()
  const selected = categoriesOf(Route.useSearch())
  const { state } = useLocation()
  useTitle(t('deals.title'), community.name)
  return (
    <DealsView
      community={community}
      viewerId={session._id}
      chosenCategoryIds={selected}
      areCategoriesRemembered={state.remembered}
      authorActions={session.abilities.writeDeals && <AuthorActions params={{ c: community.customUri }} />}
      onChooseCategories={categories =>
        void navigate({ search: dealsSearchOf(categories), ...narrowed(state), resetScroll: false })
      }
    />
  )
}

export const Route = createFileRoute('/$c/_app/vie-locale')({
  validateSearch: readDealsSearch,
  beforeLoad: visit => {
    requireFeatureSwitchedOn(visit.context.session.abilities.seeDeals, visit)
    restoreDealsFilter('/$c/vie-locale', visit)
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, session }, deps }) => {
    // Not awaited: the screen renders its own skeleton. A dynamic import, to stay out of the initial bundle.
    import('#web/features/deals/deals.queries.ts')
      .then(({ dealCategoriesQuery, dealsQuery }) =>
        Promise.all([
          queryClient.query(dealCategoriesQuery()),
          queryClient.infiniteQuery(dealsQuery(session.communityId, categoriesOf(deps))),
        ]),
      )
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
      newItemsCounter: newDeals.counter,
    },
  },
  component: Screen,
})
