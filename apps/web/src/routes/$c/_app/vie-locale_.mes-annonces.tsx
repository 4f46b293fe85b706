import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { MyDealsView } from '#web/features/deals/MyDealsView.tsx'
import { requireFeatureSwitchedOn, requireAbility } from '#web/app/frame/route-guards.ts'
import { useTitle } from '#web/app/frame/title.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const { session } = Route.useRouteContext()
  const community = app.useLoaderData()
  useTitle(t(session.abilities.runCommunity ? 'dealwriting.mine.team' : 'dealwriting.mine'), community.name)
  return <MyDealsView community={community} me={session} />
}

export const Route = createFileRoute('/$c/_app/vie-locale_/mes-annonces')({
  beforeLoad: visit => {
    const { seeDeals, writeDeals } = visit.context.session.abilities
    requireFeatureSwitchedOn(seeDeals, visit)
    requireAbility(writeDeals, visit)
  },
  loader: () => loadTexts('dealwriting', 'deals'),
  staticData: { innerOf: 'deals' },
  component: Screen,
})
