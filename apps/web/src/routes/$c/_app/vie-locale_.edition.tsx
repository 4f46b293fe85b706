import { createFileRoute, getRouteApi, useCanGoBack, useRouter } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { EditDealView } from '#web/features/deals/EditDealView.tsx'
import { requireFeatureSwitchedOn, requireAbility, readSearchParam } from '#web/app/frame/route-guards.ts'
import { useTitle } from '#web/app/frame/title.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = Route.useNavigate()
  const { session } = Route.useRouteContext()
  const { id } = Route.useSearch()
  const community = app.useLoaderData()
  const back = { to: '/$c/vie-locale/mes-annonces', params: { c: community.customUri } } as const
  useTitle(t(id ? 'dealwriting.edit' : 'dealwriting.new'), community.name)
  return (
    <EditDealView
      community={community}
      me={session}
      id={id}
      back={back}
      onSaved={() => void navigate({ ...back, replace: true })}
      onLeave={() => {
        if (canGoBack) router.history.back()
        else void navigate({ ...back, replace: true })
      }}
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
  loader: () => loadTexts('dealwriting', 'deals', 'map', 'media'),
  staticData: { innerOf: 'deals', usesAsideSpace: true },
  component: Screen,
})
