import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { DecidedCases } from '#web/rooms/moderation/DecidedCases.tsx'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { mustBeOffered } from '../../-frame/entry.ts'
import { useTitle } from '../../-frame/title.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  useTitle(t('moderation.before'), community.name)
  return (
    <>
      <TopBar title={t('moderation.before')} back={{ to: '/$c/gestion', params: { c: community.customUri } }} />
      <Main>
        <DecidedCases community={community} />
      </Main>
    </>
  )
}

export const Route = createFileRoute('/$c/_app/gestion_/signalements')({
  beforeLoad: ({ context: { session }, params }) => {
    mustBeOffered(session.abilities.runCommunity, params)
  },
  loader: ({ context: { queryClient, session } }) => {
    import('#web/rooms/moderation/ahead.ts')
      .then(({ askCases }) => askCases(queryClient, session.communityId, 'decided'))
      .catch(() => {})
    return loadTexts('moderation')
  },
  staticData: { innerOf: 'desk', roomy: true },
  component: Screen,
})
