import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import { live } from '#web/kernel/live/live.ts'
import { runningChat } from '#web/features/chat/running-chat.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { openOutbox } from './outbox.ts'

const currentUser = (queryClient: QueryClient) => queryClient.getQueryData<SessionUser | null>(sessionKeys.current)

let opening: Promise<void> | null = null

/** Starts the chat, only once, for members who may read messages. */
export const openChat = (queryClient: QueryClient): Promise<void> => {
  if (runningChat.get() || !currentUser(queryClient)?.abilities.readChats) return Promise.resolve()
  void openOutbox(queryClient)
  opening ??= import('#web/features/chat/messages.live.ts')
    .then(({ startChat }) => void startChat(queryClient, live, () => currentUser(queryClient)?._id))
    .finally(() => {
      opening = null
    })
  return opening
}
