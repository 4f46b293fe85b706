import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { ChatFrame } from '#web/features/chat/ChatFrame.tsx'
import { loadChatPane, useChatPane } from '#web/app/chat/pane.ts'
import { useMember } from '#web/app/frame/screen.ts'

interface ThreadParams {
  pseudo?: string
  eventId?: string
}

const isThread = ({ pseudo, eventId }: ThreadParams) => pseudo !== undefined || eventId !== undefined

const Screen = () => {
  const { community, session } = useMember()
  const match = useMatches({ select: matches => matches.at(-1) })
  const params = (match?.params ?? {}) as ThreadParams
  const pane = useChatPane()
  return (
    <ChatFrame
      isConversationOpen={isThread(params)}
      list={pane && <pane.ChatPane community={community} session={session} path={match?.fullPath} {...params} />}
    >
      <Outlet />
    </ChatFrame>
  )
}

/** The conversation lists; on a wide screen they are shown beside the open conversation. */
export const Route = createFileRoute('/$c/_app/_chat')({
  loader: async ({ context: { queryClient }, params }) => {
    await Promise.all([
      loadTexts('chat', 'feed', 'media'),
      loadChatPane(isThread(params as ThreadParams)),
      import('#web/app/session/open-chat.ts').then(({ openChat }) => openChat(queryClient)).catch(() => {}),
    ])
  },
  component: Screen,
})
