import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { LOADING_DELAY_MS } from '#web/kernel/screen/loading-delay.ts'
import { LandingSkeleton } from '#web/features/community/LandingSkeleton.tsx'
import { categoriesOf, readDealsSearch, dealsSearchOf } from '#web/features/deals/deals.search.ts'
import { VisitedDealsView } from '#web/features/deals/VisitedDealsView.tsx'
import { loadVisited } from '#web/app/session/load-visited.ts'
import { useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const community = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const selected = categoriesOf(Route.useSearch())
  useTextTitle('deals.title', community)
  return (
    <VisitedDealsView
      community={community}
      chosenCategoryIds={selected}
      onChooseCategories={categories => {
        const search = dealsSearchOf(categories)
        const mask = { to: '/$c/vie-locale', params: { c: community.customUri }, search, unmaskOnReload: true } as const
        void navigate({ search, mask, resetScroll: false })
      }}
    />
  )
}

/** The deals for visitors: members are redirected to their own list; private communities require a log-in. */
export const Route = createFileRoute('/$c/bons-plans')({
  validateSearch: readDealsSearch,
  loader: async visit =>
    (await Promise.all([loadVisited(visit, 'vie-locale', ({ gooddeal }) => gooddeal), loadTexts('deals')]))[0],
  component: Screen,
  pendingComponent: LandingSkeleton,
  pendingMs: LOADING_DELAY_MS,
})
