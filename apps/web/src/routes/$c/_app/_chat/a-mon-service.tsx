import { createFileRoute } from '@tanstack/react-router'
import { EmptyScreen } from '#web/app/chat/EmptyScreen.tsx'
import { loadChatPane } from '#web/app/chat/pane.ts'

const Screen = () => <EmptyScreen title="messages.tab.team" />

export const Route = createFileRoute('/$c/_app/_chat/a-mon-service')({
  loader: () => loadChatPane(false),
  staticData: { hasListAndDetails: true, tabOf: 'chat' },
  component: Screen,
})
