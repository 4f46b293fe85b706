import { createFileRoute } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { NoConversationSelected } from '#web/features/chat/NoConversationSelected.tsx'
import { loadChatPane } from '#web/app/chat/pane.ts'
import { useTitle } from '#web/app/frame/title.ts'

const Screen = () => {
  const { t } = useText()
  useTitle(t('messages.tab.groups'), t('messages.title'))
  return <NoConversationSelected />
}

export const Route = createFileRoute('/$c/_app/_chat/conversations-de-groupe')({
  loader: () => loadChatPane(false),
  staticData: { hasListAndDetails: true, tabOf: 'chat' },
  component: Screen,
})
