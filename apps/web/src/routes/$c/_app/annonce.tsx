import { createFileRoute, getRouteApi, redirect } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { titleOf } from '#web/features/deals/deal-facts.ts'
import { DealView } from '#web/features/deals/DealView.tsx'
import { useDeal } from '#web/features/deals/known-deal.ts'
import { useTitle } from '../../-frame/title.ts'
import { mustBeOn, searchText } from '../../-frame/entry.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t, language } = useText()
  const community = app.useLoaderData()
  const { session } = Route.useRouteContext()
  const { id } = Route.useSearch()
  const { data: deal } = useDeal(community._id, id)
  useTitle(deal ? titleOf(language, deal) : t('deals.detail'), community.name)
  return <DealView community={community} reader={session._id} isGuest={session.role === 'guest'} id={id} />
}

export const Route = createFileRoute('/$c/_app/annonce')({
  validateSearch: (raw: Record<string, unknown>): { id: string } => ({ id: searchText(raw, 'id') ?? '' }),
  beforeLoad: visit => {
    const { context, search, params } = visit
    mustBeOn(context.session.abilities.seeDeals, visit)
    if (!search.id) throw redirect({ to: '/$c/vie-locale', params, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    import('#web/features/deals/ahead.ts').then(({ askDeal }) => askDeal(queryClient, { id: deps.id })).catch(() => {})
    return loadTexts('deals')
  },
  staticData: { innerOf: 'deals', ahead: ['deals'] },
  component: Screen,
})
