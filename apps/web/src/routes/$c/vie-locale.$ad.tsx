import { textIn } from '@parvis/contract/language.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/i18n.ts'
import { dealQuery } from '#web/rooms/deals/deals.queries.ts'
import { PublicDealView } from '#web/rooms/deals/PublicDealView.tsx'
import { useTitle } from '../-title.ts'

const Screen = () => {
  const { t, language } = useText()
  const { c: cityUri, ad: adUri } = Route.useParams()
  const { data: deal } = useQuery(dealQuery({ cityUri, adUri }))
  useTitle(deal ? textIn(language, deal, 'title') : t('deals.detail'))
  return <PublicDealView cityUri={cityUri} adUri={adUri} />
}

/** Here the first segment is the uri of a city, not of a community. */
export const Route = createFileRoute('/$c/vie-locale/$ad')({
  loader: ({ context: { queryClient }, params: { c: cityUri, ad: adUri } }) => {
    queryClient.query(dealQuery({ cityUri, adUri })).catch(() => {})
    return loadTexts('deals')
  },
  component: Screen,
})
