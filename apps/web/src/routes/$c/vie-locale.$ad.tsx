import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { titleOf } from '#web/features/deals/deal-facts.ts'
import { dealQuery } from '#web/features/deals/deals.queries.ts'
import { PublicDealView } from '#web/features/deals/PublicDealView.tsx'
import { sessionQuery } from '#web/features/session/session.queries.ts'
import { useTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { t, language } = useText()
  const { c: cityUri, ad: adUri } = Route.useParams()
  const { data: deal } = useQuery(dealQuery({ cityUri, adUri }))
  const { data: session } = useQuery({ ...sessionQuery(), staleTime: 'static' })
  useTitle(deal ? titleOf(language, deal) : t('deals.detail'))
  return <PublicDealView cityUri={cityUri} adUri={adUri} homeCommunityUri={session?.customUri} />
}

/** In this URL the first segment is the URI of a city, not of a community. */
export const Route = createFileRoute('/$c/vie-locale/$ad')({
  loader: ({ context: { queryClient }, params: { c: cityUri, ad: adUri } }) => {
    import('#web/features/deals/deals.queries.ts')
      .then(({ dealQuery: query }) => queryClient.query(query({ cityUri, adUri })))
      .catch(() => {})
    return loadTexts('deals')
  },
  component: Screen,
})
