import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { WelcomeView } from '#web/features/information/WelcomeView.tsx'
import { useTitle } from '#web/app/frame/title.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  useTitle(t('information.welcome'), community.name)
  return <WelcomeView community={community} />
}

export const Route = createFileRoute('/$c/_app/pdf-bienvenue')({
  loader: ({ context: { queryClient, session } }) => {
    import('#web/features/information/prefetch.ts')
      .then(({ prefetchInformation }) => prefetchInformation(queryClient, session.communityId))
      .catch(() => {})
    return loadTexts('information')
  },
  staticData: { innerOf: 'information' },
  component: Screen,
})
