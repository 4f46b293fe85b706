import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { mustTakePart } from '../../-frame/entry.ts'
import { NoticesScreen } from '../../-frame/Notices.tsx'
import { useTitle } from '../../-frame/title.ts'

const app = getRouteApi('/$c/_app')

const Screen = () => {
  const { t } = useText()
  const community = app.useLoaderData()
  useTitle(t('notifications.title'), community.name)
  return <NoticesScreen />
}

export const Route = createFileRoute('/$c/_app/notifications')({
  beforeLoad: visit => mustTakePart(visit.context.session.abilities.beTold, visit),
  loader: () => loadTexts('notifications'),
  staticData: { innerOf: 'bell', ahead: ['notifications'] },
  component: Screen,
})
