import { createFileRoute } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { messagesCounter } from '#web/features/chat/unread-messages.ts'
import { NoConversationSelected } from '#web/features/chat/NoConversationSelected.tsx'
import { loadChatPane } from '#web/app/chat/pane.ts'
import { useTitle } from '#web/app/frame/title.ts'

const Screen = () => {
  const { t } = useText()
  useTitle(t('messages.tab.mine'), t('messages.title'))
  return <NoConversationSelected />
}

export const Route = createFileRoute('/$c/_app/_chat/mes-conversations')({
  loader: () => loadChatPane(false),
  staticData: {
    hasListAndDetails: true,
    tab: {
      key: 'chat',
      position: 1.5,
      label: 'session.tab.chat',
      icon: 'messages-square',
      newItemsCounter: messagesCounter,
    },
  },
  component: Screen,
})
