import { createFileRoute } from '@tanstack/react-router'
import { messagesCounter } from '#web/features/chat/unread-messages.ts'
import { EmptyScreen } from '#web/app/chat/EmptyScreen.tsx'
import { loadChatPane } from '#web/app/chat/pane.ts'

const Screen = () => <EmptyScreen title="messages.tab.mine" />

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
