import { createFileRoute } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { GroupPeople } from '#web/features/chat/components/GroupPeople.tsx'
import { ThreadView } from '#web/features/chat/ThreadView.tsx'
import { GroupPost } from '#web/features/feed/GroupPost.tsx'
import { LinkedPost } from '#web/features/feed/LinkedPost.tsx'
import { headlineOf } from '#web/features/feed/headline.ts'
import { mapCenterOf } from '#web/app/frame/map-center.ts'
import { useMember, useTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  // Renders only when the session or the community changes, so memoization would only add code.
  'use no memo'
  const { t, language } = useText()
  const { community, session } = useMember()
  const { eventId } = Route.useParams()
  useTitle(t('messages.tab.groups'), community.name)
  return (
    <ThreadView
      key={eventId}
      threadKey={{ group: eventId }}
      communityUri={community.customUri}
      me={session}
      backRoute="/$c/conversations-de-groupe"
      titleOf={event => headlineOf(event, language).text}
      renderLinkedPost={event => <LinkedPost post={event} community={community} me={session._id} />}
      renderGroupPost={event => <GroupPost post={event} community={community} me={session} />}
      renderGroupPeople={conversation => (
        <GroupPeople
          conversation={conversation}
          communityUri={community.customUri}
          canOpenProfiles={session.abilities.openProfiles}
        />
      )}
      onAboutPostCleared={() => {}}
      map={{ start: mapCenterOf(community) }}
    />
  )
}

export const Route = createFileRoute('/$c/_app/_chat/conversations-de-groupe_/$eventId')({
  staticData: { innerOf: 'chat', hasListAndDetails: true },
  component: Screen,
})
