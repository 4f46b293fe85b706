import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, redirect, useRouter } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { memberQuery } from '#web/features/admin/admin.queries.ts'
import { MemberView } from '#web/features/admin/MemberView.tsx'
import { fullName } from '#web/features/admin/member-words.ts'
import { sessionQuery } from '#web/features/session/session.queries.ts'
import { useTitle } from '../../-frame/title.ts'
import { mustTakePart, searchText } from '../../-frame/entry.ts'
import { AskProof } from '../../-session/AskProof.tsx'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const queryClient = useQueryClient()
  const router = useRouter()
  const community = app.useLoaderData()
  const { session } = Route.useRouteContext()
  const { id } = Route.useSearch()
  const { data: member } = useQuery({ ...memberQuery(community._id, id), enabled: false })
  useTitle(member ? fullName(member) : t('admin.member'), community.name)
  // The server decides what they may do now; the guard of the desk sends them away if needed.
  const ownRole = () =>
    void queryClient.query({ ...sessionQuery(), staleTime: 0 }).then(
      () => router.invalidate(),
      () => {},
    )
  return (
    <MemberView
      key={id}
      community={community}
      reader={session._id}
      id={id}
      ask={asking => <AskProof {...asking} />}
      onOwnRole={ownRole}
    />
  )
}

export const Route = createFileRoute('/$c/_app/gestion_/membre')({
  validateSearch: (raw: Record<string, unknown>): { id: string } => ({ id: searchText(raw, 'id') ?? '' }),
  beforeLoad: visit => {
    mustTakePart(visit.context.session.abilities.runCommunity, visit)
    if (!visit.search.id) throw redirect({ to: '/$c/gestion', params: visit.params, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, session }, deps }) => {
    import('#web/features/admin/ahead.ts')
      .then(({ askMember }) => askMember(queryClient, session.communityId, deps.id))
      .catch(() => {})
    return loadTexts('admin', 'entry')
  },
  staticData: { innerOf: 'desk', roomy: true, ahead: ['admin', 'entry'] },
  component: Screen,
})
