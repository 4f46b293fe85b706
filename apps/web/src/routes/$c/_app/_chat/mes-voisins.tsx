import { createFileRoute, redirect } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { NoConversationSelected } from '#web/features/chat/NoConversationSelected.tsx'
import { loadChatPane } from '#web/app/chat/pane.ts'
import { useTitle } from '#web/app/frame/title.ts'

const Screen = () => {
  const { t } = useText()
  useTitle(t('messages.tab.neighbors'), t('messages.title'))
  return <NoConversationSelected />
}

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
