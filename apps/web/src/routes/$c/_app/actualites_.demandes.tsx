import { createFileRoute } from '@tanstack/react-router'
import { SelectScreen } from '#web/app/publish/SelectScreen.tsx'
import { loadSelectScreen, readSelectSearch } from '#web/app/publish/select-route.ts'
import { canPublishKind } from '#web/features/publish/kinds.ts'
import { requireAbility } from '#web/app/frame/route-guards.ts'
import { useMember } from '#web/app/frame/screen.ts'

const Screen = () => <SelectScreen kind="Proposal" {...useMember()} search={Route.useSearch().search ?? ''} />

export const Route = createFileRoute('/$c/_app/actualites_/demandes')({
  validateSearch: readSelectSearch,
  beforeLoad: visit => requireAbility(canPublishKind(visit.context.session, 'Proposal'), visit),
  loader: ({ context: { queryClient, session } }) => loadSelectScreen(queryClient, session.communityId),
  staticData: { innerOf: 'live' },
  component: Screen,
})
