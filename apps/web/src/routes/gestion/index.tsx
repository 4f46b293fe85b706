import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { InstallationView } from '#web/rooms/installation/InstallationView.tsx'
import { useTitle } from '../-frame/title.ts'

const installation = getRouteApi('/gestion')

const Screen = () => {
  const { t } = useText()
  useTitle(t('installation.title'))
  return <InstallationView home={installation.useLoaderData()} />
}

export const Route = createFileRoute('/gestion/')({
  loader: () => loadTexts('installation'),
  staticData: { innerOf: 'desk', roomy: true },
  component: Screen,
})
