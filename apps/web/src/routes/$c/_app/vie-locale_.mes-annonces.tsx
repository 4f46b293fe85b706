import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { MyDealsView } from '#web/features/deals/MyDealsView.tsx'
import { requireFeatureSwitchedOn, requireAbility } from '#web/app/frame/route-guards.ts'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { community, session } = useMember()
  useTextTitle(session.abilities.runCommunity ? 'dealwriting.mine.team' : 'dealwriting.mine', community)
  return <MyDealsView community={community} me={session} />
}

export const Route = createFileRoute('/$c/_app/vie-locale_/mes-annonces')({
  beforeLoad: visit => {
    const { seeDeals, writeDeals } = visit.context.session.abilities
    requireFeatureSwitchedOn(seeDeals, visit)
    requireAbility(writeDeals, visit)
  },
  loader: () => loadTexts('deals'),
  staticData: { innerOf: 'deals' },
  component: Screen,
})
