import { createFileRoute } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { DecidedCases } from '#web/rooms/moderation/DecidedCases.tsx'
import { Installation, mustRunInstallation } from './-frame/Installation.tsx'
import { useTitle } from './-frame/title.ts'

const Screen = () => {
  const { t } = useText()
  useTitle(t('moderation.before'))
  return (
    <Installation title={t('moderation.before')} back={{ to: '/gestion' }}>
      <DecidedCases community={null} />
    </Installation>
  )
}

export const Route = createFileRoute('/gestion_/signalements')({
  beforeLoad: async ({ context: { queryClient } }) => ({ session: await mustRunInstallation(queryClient) }),
  loader: ({ context: { queryClient } }) => {
    import('#web/rooms/moderation/ahead.ts')
      .then(({ askCases }) => askCases(queryClient, null, 'decided'))
      .catch(() => {})
    return loadTexts('moderation', 'session')
  },
  component: Screen,
})
