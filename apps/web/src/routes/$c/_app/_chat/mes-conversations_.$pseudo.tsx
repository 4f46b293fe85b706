import { createFileRoute } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/kernel/text/i18n.ts'
import { PersonMenu } from '#web/features/chat/components/PersonMenu.tsx'
import { ThreadView } from '#web/features/chat/ThreadView.tsx'
import { LinkedPost } from '#web/features/feed/LinkedPost.tsx'
import { headlineOf } from '#web/features/feed/headline.ts'
import { postQuery } from '#web/features/feed/post.queries.ts'
import { usePost } from '#web/features/feed/posts.store.ts'
import { ClosedThread } from '#web/app/blocks/ClosedThread.tsx'
import { useBlock } from '#web/app/blocks/use-block.tsx'
import { readSearchParam } from '#web/app/frame/route-guards.ts'
import { mapCenterOf } from '#web/app/frame/map-center.ts'
import { useMember, useTitle } from '#web/app/frame/screen.ts'

interface ThreadSearch {
  eventId?: string
  /** Set when the member has just answered the post `eventId`, from which this screen was opened. */
  interested?: true
}

const Screen = () => {
  // Renders only when its URL changes, so memoization would only add code.
  'use no memo'
  const { t, language } = useText()
  const { community, session } = useMember()
  const { pseudo } = Route.useParams()
  const { eventId, interested } = Route.useSearch()
  const navigate = Route.useNavigate()
  useQuery({ ...postQuery(eventId ?? ''), enabled: eventId !== undefined })
  const about = usePost(eventId ?? '')
  const { askToBlock, dialog } = useBlock()
  useTitle(t('messages.title'), community.name)
  return (
    <>
      <ThreadView
        key={pseudo}
        threadKey={{ who: pseudo, ...(eventId && { about: eventId }) }}
        communityUri={community.customUri}
        me={session}
        backRoute="/$c/mes-conversations"
        titleOf={event => headlineOf(event, language).text}
        renderLinkedPost={event => <LinkedPost post={event} community={community} me={session._id} />}
        renderGroupPost={() => null}
        aboutPost={about}
        aboutType={interested ? 'interested' : 'event'}
        onAboutPostCleared={() => void navigate({ search: {}, replace: true })}
        map={{ start: mapCenterOf(community) }}
        renderPersonMenu={({ user, abilities }) =>
          user && abilities.block && <PersonMenu person={user} onBlock={askToBlock} />
        }
        onBlock={askToBlock}
        wrapClosedNotice={fallback => <ClosedThread who={pseudo} fallback={fallback} />}
      />
      {dialog}
    </>
  )
}

export const Route = createFileRoute('/$c/_app/_chat/mes-conversations_/$pseudo')({
  validateSearch: (raw: Record<string, unknown>): ThreadSearch => ({
    eventId: readSearchParam(raw, 'eventId'),
    interested: raw.interested === true ? true : undefined,
  }),
  staticData: { innerOf: 'chat', hasListAndDetails: true },
  component: Screen,
})
