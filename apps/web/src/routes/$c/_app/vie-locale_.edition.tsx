import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { EditDealView } from '#web/features/deals/EditDealView.tsx'
import { requireFeatureSwitchedOn, requireAbility, readSearchParam } from '#web/app/frame/route-guards.ts'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'
import { useGoBack } from '#web/app/frame/use-go-back.ts'

const Screen = () => {
  const navigate = Route.useNavigate()
  const { id } = Route.useSearch()
  const { community, session } = useMember()
  const back = { to: '/$c/vie-locale/mes-annonces', params: { c: community.customUri } } as const
  useTextTitle(id ? 'dealwriting.edit' : 'dealwriting.new', community)
  return (
    <EditDealView
      community={community}
      me={session}
      id={id}
      back={back}
      onSaved={() => void navigate({ ...back, replace: true })}
      onLeave={useGoBack(back)}
    />
  )
}

export const Route = createFileRoute('/$c/_app/vie-locale_/edition')({
  validateSearch: (raw: Record<string, unknown>): { id?: string } => ({ id: readSearchParam(raw, 'id') }),
  beforeLoad: visit => {
    const { seeDeals, writeDeals } = visit.context.session.abilities
    requireFeatureSwitchedOn(seeDeals, visit)
    requireAbility(writeDeals, visit)
  },
  loader: () => loadTexts('deals', 'media'),
  staticData: { innerOf: 'deals', usesAsideSpace: true },
  component: Screen,
})
