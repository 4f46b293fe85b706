import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { PosterView } from '#web/features/admin/PosterView.tsx'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'
import { requireAbility } from '#web/app/frame/route-guards.ts'

const Screen = () => {
  const { community, session } = useMember()
  useTextTitle('admin.poster.title', community)
  const params = { c: community.customUri }
  return (
    <PosterView
      community={community}
      back={session.abilities.runCommunity ? { to: '/$c/gestion', params } : { to: '/$c/actualites', params }}
    />
  )
}

export const Route = createFileRoute('/$c/_app/affiche')({
  beforeLoad: visit => requireAbility(visit.context.session.abilities.printPoster, visit),
  loader: ({ context: { queryClient, session } }) => {
    import('#web/features/admin/admin.queries.ts')
      .then(({ posterQuery }) => queryClient.query(posterQuery(session.communityId)))
      .catch(() => {})
    return loadTexts('admin')
  },
  staticData: { innerOf: 'desk', usesAsideSpace: true },
  component: Screen,
})
