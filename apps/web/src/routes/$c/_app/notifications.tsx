import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { requireAbility } from '#web/app/frame/route-guards.ts'
import { NotificationsScreen } from '#web/app/frame/NotificationScreens.tsx'
import { useTitle } from '#web/app/frame/title.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  useTitle(t('notifications.title'), community.name)
  return <NotificationsScreen />
}

export const Route = createFileRoute('/$c/_app/notifications')({
  beforeLoad: visit => requireAbility(visit.context.session.abilities.beTold, visit),
  loader: () => loadTexts('notifications'),
  staticData: { innerOf: 'bell' },
  component: Screen,
})
