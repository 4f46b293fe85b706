import { createFileRoute } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { NoConversationSelected } from '#web/features/chat/NoConversationSelected.tsx'
import { loadPane } from '../../../-chat/pane.ts'
import { useTitle } from '../../../-frame/title.ts'

const Screen = () => {
  const { t } = useText()
  useTitle(t('messages.tab.team'), t('messages.title'))
  return <NoConversationSelected />
}

export const Route = createFileRoute('/$c/_app/_chat/a-mon-service')({
  loader: () => loadPane(false),
  staticData: { split: true, tabOf: 'chat' },
  component: Screen,
})
