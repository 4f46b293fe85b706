import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { InformationView } from '#web/rooms/information/InformationView.tsx'
import { useTitle } from '../../-frame/title.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  const { session } = Route.useRouteContext()
  useTitle(t('information.title'), community.name)
  return <InformationView community={community} printsPoster={session.abilities.printPoster} />
}

export const Route = createFileRoute('/$c/_app/informations')({
  loader: ({ context: { queryClient, session } }) => {
    import('#web/rooms/information/ahead.ts')
      .then(({ askInformation }) => askInformation(queryClient, session.communityId))
      .catch(() => {})
    return loadTexts('information')
  },
  staticData: {
    tab: { key: 'information', position: 4, label: 'session.tab.information', icon: 'info' },
  },
  component: Screen,
})
