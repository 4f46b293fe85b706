import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { NotificationsView } from '#web/rooms/notifications/NotificationsView.tsx'
import { mustBeOffered } from '../../-frame/entry.ts'
import { useTitle } from '../../-frame/title.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  useTitle(t('notifications.title'), community.name)
  return <NotificationsView customUri={community.customUri} />
}

export const Route = createFileRoute('/$c/_app/notifications')({
  beforeLoad: ({ context: { session }, params }) => mustBeOffered(session.abilities.beTold, params),
  loader: () => loadTexts('notifications'),
  staticData: { innerOf: 'bell', ahead: ['notifications'] },
  component: Screen,
})
