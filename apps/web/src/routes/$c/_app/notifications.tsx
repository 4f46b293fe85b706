import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { requireAbility } from '#web/app/frame/route-guards.ts'
import { NotificationsScreen } from '#web/app/frame/NotificationScreens.tsx'
import { useMember, useTextTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { community } = useMember()
  useTextTitle('notifications.title', community)
  return <NotificationsScreen />
}

export const Route = createFileRoute('/$c/_app/notifications')({
  beforeLoad: visit => requireAbility(visit.context.session.abilities.beTold, visit),
  loader: () => loadTexts('notifications'),
  staticData: { innerOf: 'bell' },
  component: Screen,
})
