import { DEFAULT_MAP_CENTER } from '@parvis/contract/find.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { installationQuery } from '#web/kernel/installation/installation.queries.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { communityQuery } from '#web/features/community/community.queries.ts'
import { EditInformationView } from '#web/features/information/EditInformationView.tsx'
import { sessionQuery } from '#web/features/session/session.queries.ts'
import { requireAbility } from '#web/app/frame/route-guards.ts'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { community, session } = useMember()
  const queryClient = useQueryClient()
  const router = useRouter()
  const installation = useQuery(installationQuery())
  useTextTitle('information.form.title', community)
  // Refetched after a change, because the tabs and their screens depend on the features of the community.
  const refetchCommunity = () =>
    Promise.all([
      queryClient.query({ ...communityQuery(community.customUri), staleTime: 0 }),
      queryClient.query({ ...sessionQuery(), staleTime: 0 }),
    ]).then(
      () => router.invalidate(),
      () => {},
    )
  return (
    <EditInformationView
      community={community}
      me={session}
      map={{
        styleUrl: installation.isError ? null : installation.data?.tilesStyleUrl,
        initialCenter: DEFAULT_MAP_CENTER,
      }}
      onChanged={refetchCommunity}
    />
  )
}

export const Route = createFileRoute('/$c/_app/gestion_/communaute')({
  beforeLoad: visit => requireAbility(visit.context.session.abilities.runCommunity, visit),
  loader: ({ context: { queryClient, session } }) => {
    import('#web/features/information/information.queries.ts')
      .then(({ informationQuery }) => queryClient.query(informationQuery(session.communityId)))
      .catch(() => {})
    // The texts of `deals` and `entry` explain invalid phone numbers, links and e-mail addresses.
    return loadTexts('information', 'media', 'deals', 'entry')
  },
  staticData: { innerOf: 'desk', usesAsideSpace: true },
  component: Screen,
})
