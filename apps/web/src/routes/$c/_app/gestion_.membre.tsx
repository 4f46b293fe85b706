import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { memberQuery } from '#web/features/admin/admin.queries.ts'
import { MemberView } from '#web/features/admin/MemberView.tsx'
import { fullName } from '#web/features/admin/member-text.ts'
import { sessionQuery } from '#web/features/session/session.queries.ts'
import { useMember, useTitle } from '#web/app/frame/screen.ts'
import { requireAbility, readSearchParam } from '#web/app/frame/route-guards.ts'
import { ProofPrompt } from '#web/app/session/ProofPrompt.tsx'

const Screen = () => {
  const { t } = useText()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { community, session } = useMember()
  const { id } = Route.useSearch()
  const { data: member } = useQuery({ ...memberQuery(community._id, id), enabled: false })
  useTitle(member ? fullName(member) : t('admin.member'), community.name)
  // Refetched, because the viewer's own abilities may have changed; if necessary, the route guard then redirects.
  const refetchSession = () =>
    void queryClient.query({ ...sessionQuery(), staleTime: 0 }).then(
      () => router.invalidate(),
      () => {},
    )
  return (
    <MemberView
      key={id}
      community={community}
      viewerId={session._id}
      memberId={id}
      renderProofPrompt={asking => <ProofPrompt {...asking} />}
      onOwnRoleChanged={refetchSession}
    />
  )
}

export const Route = createFileRoute('/$c/_app/gestion_/membre')({
  validateSearch: (raw: Record<string, unknown>): { id: string } => ({ id: readSearchParam(raw, 'id') ?? '' }),
  beforeLoad: visit => {
    requireAbility(visit.context.session.abilities.runCommunity, visit)
    if (!visit.search.id) throw redirect({ to: '/$c/gestion', params: visit.params, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, session }, deps }) => {
    import('#web/features/admin/admin.queries.ts')
      .then(({ deskQuery, memberQuery: fileQuery }) =>
        Promise.all([
          queryClient.query(deskQuery(session.communityId)),
          queryClient.query(fileQuery(session.communityId, deps.id)),
        ]),
      )
      .catch(() => {})
    return loadTexts('admin', 'entry')
  },
  staticData: { innerOf: 'desk', usesAsideSpace: true },
  component: Screen,
})
