import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { PosterView } from '#web/features/admin/PosterView.tsx'
import { useTitle } from '../../-frame/title.ts'
import { mustTakePart } from '../../-frame/entry.ts'

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
  beforeLoad: visit => mustTakePart(visit.context.session.abilities.printPoster, visit),
  loader: ({ context: { queryClient, session } }) => {
    import('#web/features/admin/ahead.ts')
      .then(({ askPoster }) => askPoster(queryClient, session.communityId))
      .catch(() => {})
    return loadTexts('admin')
  },
  staticData: { innerOf: 'desk', roomy: true, ahead: ['admin'] },
  component: Screen,
})
