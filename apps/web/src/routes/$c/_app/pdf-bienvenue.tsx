import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { WelcomeView } from '#web/features/information/WelcomeView.tsx'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { community } = useMember()
  useTextTitle('information.welcome', community)
  return <WelcomeView community={community} />
}

export const Route = createFileRoute('/$c/_app/pdf-bienvenue')({
  loader: ({ context: { queryClient, session } }) => {
    import('#web/features/information/information.queries.ts')
      .then(({ informationQuery }) => queryClient.query(informationQuery(session.communityId)))
      .catch(() => {})
    return loadTexts('information')
  },
  staticData: { innerOf: 'information' },
  component: Screen,
})
