import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { PosterView } from '#web/features/admin/PosterView.tsx'
import { useTitle } from '#web/app/frame/title.ts'
import { requireAbility } from '#web/app/frame/route-guards.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const { session } = Route.useRouteContext()
  useTitle(t('admin.poster.title'), community.name)
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
    import('#web/features/admin/prefetch.ts')
      .then(({ prefetchPoster }) => prefetchPoster(queryClient, session.communityId))
      .catch(() => {})
    return loadTexts('admin')
  },
  staticData: { innerOf: 'desk', usesAsideSpace: true },
  component: Screen,
})
