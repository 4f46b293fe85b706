import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { SelectScreen } from '../../-publish/SelectScreen.tsx'
import { loadSelectScreen, canPublishKind, readSelectSearch } from '../../-publish/select-route.ts'
import { requireAbility } from '../../-frame/route-guards.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => (
  <SelectScreen
    kind="Activity"
    community={app.useLoaderData()}
    session={Route.useRouteContext().session}
    search={Route.useSearch().search ?? ''}
  />
)

export const Route = createFileRoute('/$c/_app/actualites_/instants-partage')({
  validateSearch: readSelectSearch,
  beforeLoad: visit => requireAbility(canPublishKind(visit.context.session, 'Activity'), visit),
  loader: ({ context: { queryClient, session } }) => loadSelectScreen(queryClient, session.communityId),
  staticData: { innerOf: 'live', prefetchTexts: ['publish'] },
  component: Screen,
})
