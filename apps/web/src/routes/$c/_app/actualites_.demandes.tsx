import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { SelectScreen } from '../../-publish/SelectScreen.tsx'
import { loadSelect, mayPublishKind, readSelectSearch } from '../../-publish/select.ts'
import { mustTakePart } from '../../-frame/entry.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => (
  <SelectScreen
    kind="Proposal"
    community={app.useLoaderData()}
    session={Route.useRouteContext().session}
    search={Route.useSearch().search ?? ''}
  />
)

export const Route = createFileRoute('/$c/_app/actualites_/demandes')({
  validateSearch: readSelectSearch,
  beforeLoad: visit => mustTakePart(mayPublishKind(visit.context.session, 'Proposal'), visit),
  loader: ({ context: { queryClient, session } }) => loadSelect(queryClient, session.communityId),
  staticData: { innerOf: 'live', ahead: ['templates'] },
  component: Screen,
})
