import type { Community } from '@parvis/contract/community.ts'
import { isPastEvent } from '@parvis/contract/past-event.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { listOfPath } from '#web/features/chat/chat-lists.ts'
import { ChatsView } from '#web/features/chat/ChatsView.tsx'
import { headlineOf } from '#web/features/feed/headline.ts'

export interface ChatPaneProps {
  community: Community
  session: SessionUser
  path: string | undefined
  /** The open conversation: `pseudo` of the other member, or `eventId` of the post of a group conversation. */
  pseudo?: string
  eventId?: string
}

export const ChatPane = ({ community, session, path, pseudo, eventId }: ChatPaneProps) => {
  const { language } = useText()
  const now = useNow()
  return (
    <ChatsView
      communityUri={community.customUri}
      me={session}
      list={listOfPath(path, eventId !== undefined)}
      openConversation={pseudo ?? eventId}
      describePost={event => ({
        title: headlineOf(event, language).text,
        past: isPastEvent(event, community.timezone, now),
      })}
    />
  )
}
