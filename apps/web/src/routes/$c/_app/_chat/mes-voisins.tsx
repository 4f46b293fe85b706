import { createFileRoute, redirect } from '@tanstack/react-router'
import { EmptyScreen } from '#web/app/chat/EmptyScreen.tsx'
import { loadChatPane } from '#web/app/chat/pane.ts'

const Screen = () => <EmptyScreen title="messages.tab.neighbors" />

export const Route = createFileRoute('/$c/_app/_chat/mes-voisins')({
  beforeLoad: ({ context: { session }, params }) => {
    const { writeToNeighbors, readChats } = session.abilities
    // Guests are not redirected: this screen explains to them how to become a neighbour.
    if (readChats && !writeToNeighbors) throw redirect({ to: '/$c/mes-conversations', params, replace: true })
  },
  loader: () => loadChatPane(false),
  staticData: { hasListAndDetails: true, tabOf: 'chat' },
  component: Screen,
})
