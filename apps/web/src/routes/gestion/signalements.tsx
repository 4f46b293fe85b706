import { createFileRoute } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { DecidedCases } from '#web/rooms/moderation/DecidedCases.tsx'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { useTitle } from '../-frame/title.ts'

const Screen = () => {
  const { t } = useText()
  useTitle(t('moderation.before'))
  return (
    <>
      <TopBar title={t('moderation.before')} back={{ to: '/gestion' }} />
      <Main>
        <DecidedCases community={null} />
      </Main>
    </>
  )
}

export const Route = createFileRoute('/gestion/signalements')({
  loader: ({ context: { queryClient } }) => {
    import('#web/rooms/moderation/ahead.ts')
      .then(({ askCases }) => askCases(queryClient, null, 'decided'))
      .catch(() => {})
    return loadTexts('moderation')
  },
  staticData: { innerOf: 'desk', roomy: true },
  component: Screen,
})
