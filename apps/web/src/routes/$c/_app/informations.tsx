import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { communityQuery } from '#web/features/community/community.queries.ts'
import { InformationView } from '#web/features/information/InformationView.tsx'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { community: loaded, session } = useMember()
  const { c } = Route.useParams()
  const router = useRouter()
  // No live event reports changes by the team: the community is refetched on window focus, and the frame is updated.
  const { data: community = loaded } = useQuery({ ...communityQuery(c), refetchOnWindowFocus: 'always' })
  useEffect(() => {
    if (community !== loaded) void router.invalidate()
  }, [community, loaded, router])
  useTextTitle('information.title', community)
  return <InformationView community={community} canPrintPoster={session.abilities.printPoster} />
}

export const Route = createFileRoute('/$c/_app/informations')({
  loader: ({ context: { queryClient, session } }) => {
    import('#web/features/information/information.queries.ts')
      .then(({ informationQuery }) => queryClient.query(informationQuery(session.communityId)))
      .catch(() => {})
    return loadTexts('information')
  },
  staticData: {
    tab: { key: 'information', position: 4, label: 'session.tab.information', icon: 'info' },
  },
  component: Screen,
})
