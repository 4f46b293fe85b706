import { createFileRoute, redirect } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { titleOf } from '#web/features/deals/deal-facts.ts'
import { DealView } from '#web/features/deals/DealView.tsx'
import { useDeal } from '#web/features/deals/cached-deal.ts'
import { useMember, useTitle } from '#web/app/frame/screen.ts'
import { requireFeatureSwitchedOn, readSearchParam } from '#web/app/frame/route-guards.ts'

const Screen = () => {
  const { t, language } = useText()
  const { community, session } = useMember()
  const { id } = Route.useSearch()
  const { data: deal } = useDeal(community._id, id)
  useTitle(deal ? titleOf(language, deal) : t('deals.detail'), community.name)
  return <DealView community={community} viewerId={session._id} isGuest={session.role === 'guest'} id={id} />
}

export const Route = createFileRoute('/$c/_app/annonce')({
  validateSearch: (raw: Record<string, unknown>): { id: string } => ({ id: readSearchParam(raw, 'id') ?? '' }),
  beforeLoad: visit => {
    const { context, search, params } = visit
    requireFeatureSwitchedOn(context.session.abilities.seeDeals, visit)
    if (!search.id) throw redirect({ to: '/$c/vie-locale', params, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    import('#web/features/deals/deals.queries.ts')
      .then(({ dealQuery }) => queryClient.query(dealQuery({ id: deps.id })))
      .catch(() => {})
    return loadTexts('deals')
  },
  staticData: { innerOf: 'deals' },
  component: Screen,
})
